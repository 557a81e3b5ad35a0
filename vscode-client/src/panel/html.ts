/** Text made safe for HTML, and numbers made readable. */

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Decimal units, as everywhere in Cortex: `999 B`, `1.2 KB`, `12.4 KB`, `10 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_950 ? `${oneDecimal(bytes / 1000)} KB` : `${oneDecimal(bytes / 1_000_000)} MB`;
}

export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function oneDecimal(value: number): string {
  const text = value.toFixed(1);
  return value >= 10 ? text.replace(/\.0$/, "") : text;
}
