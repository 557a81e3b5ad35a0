/**
 * The plan as a picture: what is read on the left, what needs it to the right. A large plan is drawn with each
 * column's surplus as one box, so that the picture stays a picture.
 */

import { escapeHtml, formatAmount, formatCount } from "./html";
import type { Step } from "./model";

const boxWidth = 168;
const boxHeight = 34;
const columnGap = 64;
const rowGap = 12;
const margin = 8;
const mostPerColumn = 12;
const mostColumns = 12;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly detail: string;
  readonly row: number | undefined;
}

export function graphView(steps: readonly Step[]): string {
  if (steps.length === 0) return `<p class="quiet-words">No steps to draw.</p>`;
  const columns = columnsOf(steps);
  const boxes = boxesOf(steps, columns);
  const width = margin * 2 + columns.length * (boxWidth + columnGap) - columnGap;
  const height = margin * 2 + Math.max(...columns.map(drawnRows)) * (boxHeight + rowGap) - rowGap;
  const label = `${formatAmount(steps.length, "step")} in ${formatAmount(columns.length, "stage")}`;
  return (
    `<svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `${edges(steps, boxes)}${boxes.drawn.map(boxView).join("")}</svg>`
  );
}

/** A step's column is one beyond the furthest of what it needs; needs that name no step here are passed over. */
export function columnsOf(steps: readonly Step[]): number[][] {
  const rows = new Map(steps.map((step, row) => [step.stepId, row]));
  const depths: number[] = [];
  steps.forEach((step, row) => {
    const earlier = step.needs.map((id) => rows.get(id)).filter((need) => need !== undefined && need < row);
    const depth = Math.max(-1, ...earlier.map((need) => depths[need ?? 0] ?? 0)) + 1;
    depths.push(Math.min(depth, mostColumns - 1));
  });
  const columns: number[][] = Array.from({ length: Math.max(...depths) + 1 }, () => []);
  depths.forEach((depth, row) => columns[depth]?.push(row));
  return columns;
}

interface Boxes {
  readonly drawn: readonly Box[];
  /** The box that stands for each step: its own, or its column's surplus box. */
  readonly ofRow: ReadonlyMap<number, Box>;
}

function boxesOf(steps: readonly Step[], columns: readonly number[][]): Boxes {
  const drawn: Box[] = [];
  const ofRow = new Map<number, Box>();
  columns.forEach((rows, column) => {
    const x = margin + column * (boxWidth + columnGap);
    const own = rows.length > mostPerColumn ? rows.slice(0, mostPerColumn - 1) : rows;
    own.forEach((row, index) => {
      const step = steps[row];
      if (step === undefined) return;
      const box = { x, y: rowTop(index), title: `${step.ordinal} ${step.op}`, detail: step.target, row };
      drawn.push(box);
      ofRow.set(row, box);
    });
    const surplus = rows.slice(own.length);
    if (surplus.length === 0) return;
    const box = { x, y: rowTop(own.length), title: `${formatCount(surplus.length)} more`, detail: "", row: undefined };
    drawn.push(box);
    for (const row of surplus) ofRow.set(row, box);
  });
  return { drawn, ofRow };
}

function drawnRows(rows: readonly number[]): number {
  return Math.min(rows.length, mostPerColumn);
}

function rowTop(index: number): number {
  return margin + index * (boxHeight + rowGap);
}

function edges(steps: readonly Step[], boxes: Boxes): string {
  const rows = new Map(steps.map((step, row) => [step.stepId, row]));
  const paths = new Set<string>();
  steps.forEach((step, row) => {
    for (const need of step.needs) {
      const from = boxes.ofRow.get(rows.get(need) ?? -1);
      const to = boxes.ofRow.get(row);
      if (from !== undefined && to !== undefined && from !== to) paths.add(edge(from, to));
    }
  });
  return [...paths].join("");
}

function edge(from: Box, to: Box): string {
  const [x1, y1] = [from.x + boxWidth, from.y + boxHeight / 2];
  const [x2, y2] = [to.x, to.y + boxHeight / 2];
  const middle = (x1 + x2) / 2;
  return `<path class="edge" d="M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}"/>`;
}

function boxView(box: Box): string {
  const words = escapeHtml(box.detail === "" ? box.title : `${box.title}: ${box.detail}`);
  const jump = box.row === undefined ? "" : ` data-row="${box.row}"`;
  return (
    `<g class="box"${jump}><title>${words}</title>` +
    `<rect x="${box.x}" y="${box.y}" width="${boxWidth}" height="${boxHeight}" rx="4"/>` +
    `<text x="${box.x + 8}" y="${box.y + 14}">${escapeHtml(shorten(box.title, 24))}</text>` +
    `<text class="detail" x="${box.x + 8}" y="${box.y + 27}">${escapeHtml(shortenStart(box.detail, 26))}</text></g>`
  );
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The end of a path says more than its start. */
function shortenStart(text: string, most: number): string {
  return text.length <= most ? text : `…${text.slice(text.length - most + 1)}`;
}
