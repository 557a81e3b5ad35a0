/** The panel's script: puts the views into the page and says what was clicked. All logic is in the views. */

import { findingsView } from "../panel/findingsView";
import { graphView } from "../panel/graphView";
import type { FromPage, PanelState, Shown } from "../panel/messages";
import { panelCommands } from "../panel/messages";
import type { Preview } from "../panel/model";
import { noticeView } from "../panel/noticeView";
import { ordinalWidth, rowAfterKey, rowHeight, rowsInSight, rowsView, scrollTopFor } from "../panel/stepsView";
import { announcement, budgetsView, headView, isUnknown } from "../panel/summaryView";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: PanelState): void };

const editor = acquireVsCodeApi();
const scroller = part("scroller");
const grid = part("grid");
let preview: Preview | undefined;
let active = 0;
const shownHtml = new Map<string, string>();

window.addEventListener("message", (event: MessageEvent<Shown>) => {
  show(event.data);
});
scroller.addEventListener("scroll", showRows, { passive: true });
window.addEventListener("resize", showRows);
document.addEventListener("click", onClick);
grid.addEventListener("keydown", onKey);
editor.postMessage({ type: "ready" });

function show({ preview: next, stored, withoutIndex, notice, waysOn }: Shown): void {
  preview = next;
  document.body.classList.toggle("empty", next === undefined);
  document.body.classList.toggle("stale", next?.stale === true);
  put("notice", noticeView(notice, waysOn));
  if (next === undefined) return;
  editor.setState({ uri: next.uri });
  put("head", headView(next, stored, withoutIndex));
  put("budgets", budgetsView(next.budgets, isUnknown(next, withoutIndex)));
  put("findings", findingsView(next.findings));
  put("graph", graphView(next.steps));
  put("announcer", announcement(next, withoutIndex));
  active = Math.min(active, Math.max(0, next.steps.length - 1));
  showRows();
}

function showRows(): void {
  const steps = preview?.steps ?? [];
  const inSight = rowsInSight(scroller.scrollTop, scroller.clientHeight, steps.length);
  // Set through the object model: the page's policy forbids styles written in HTML.
  part("space").style.height = `${steps.length * rowHeight}px`;
  grid.style.setProperty("--ordinal", ordinalWidth(steps));
  part("rows").style.transform = `translateY(${inSight.first * rowHeight}px)`;
  put("rows", rowsView(steps, inSight, active));
  grid.setAttribute("aria-rowcount", String(steps.length + 1));
  grid.setAttribute("aria-activedescendant", `row-${active}`);
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : undefined;
  const command = panelCommands.find((name) => name === closest(target, "command"));
  if (command !== undefined) editor.postMessage({ type: "command", command });
  const finding = closest(target, "finding");
  if (finding !== undefined) editor.postMessage({ type: "reveal-finding", index: Number(finding) });
  const source = closest(target, "source");
  const row = closest(target, "row");
  if (source !== undefined) editor.postMessage({ type: "reveal-source", index: Number(source) });
  else if (row !== undefined) choose(Number(row));
}

function choose(row: number): void {
  active = row;
  showRows();
  editor.postMessage({ type: "reveal-step", index: row });
}

function onKey(event: KeyboardEvent): void {
  const count = preview?.steps.length ?? 0;
  const page = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1);
  const row = rowAfterKey(event.key, active, count, page);
  if (row !== undefined) {
    active = row;
    scroller.scrollTop = scrollTopFor(row, scroller.scrollTop, scroller.clientHeight);
    showRows();
  } else if (event.key === "Enter" && count > 0) {
    editor.postMessage({ type: event.shiftKey ? "reveal-source" : "reveal-step", index: active });
  } else return;
  event.preventDefault();
}

function closest(target: Element | undefined, name: string): string | undefined {
  return target?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? undefined;
}

/** Text that is the same is not put in again: it would take the reader's place away. What had the focus keeps it. */
function put(id: string, html: string): void {
  const element = part(id);
  if (shownHtml.get(id) === html) return;
  shownHtml.set(id, html);
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  element.innerHTML = html;
  if (focused !== null) twinOf(focused, element)?.focus();
}

/** The button that does the same in the new text. */
function twinOf(old: Element, element: HTMLElement): HTMLElement | null {
  const attribute = [...old.attributes].find(({ name }) => name.startsWith("data-"));
  if (attribute === undefined) return null;
  return element.querySelector<HTMLElement>(`[${attribute.name}="${CSS.escape(attribute.value)}"]`);
}

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}
