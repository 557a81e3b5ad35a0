/** Text made safe for HTML, and numbers made readable. */

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Decimal units with at most one figure behind the point, as in the lens: `999 B`, `1.2 KB`, `2 KB`, `10 MB`. */
export function formatBytes(bytes: number): string {
  const unit = units.find(({ size }) => bytes >= size);
  return unit === undefined ? `${bytes} B` : `${(bytes / unit.size).toFixed(1).replace(/\.0$/, "")} ${unit.name}`;
}

const units = [
  { name: "GB", size: 1_000_000_000 },
  { name: "MB", size: 1_000_000 },
  { name: "KB", size: 1_000 },
] as const;

export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 step`, `2 steps`. */
export function formatAmount(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
