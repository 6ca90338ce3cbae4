/** Rolls and multipliers are whole hundredths inside and text with exactly two decimals outside. */

/** "72.48" for 7248, "0.05" for 5. */
export function formatHundredths(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}

/** 7248 for "72.48"; undefined for anything without exactly two decimals, with needless zeros, a sign or over ten digits. */
export function parseHundredths(text: string): number | undefined {
  return /^(0|[1-9][0-9]{0,7})\.[0-9]{2}$/.test(text) ? Number(text.replace(".", "")) : undefined;
}
