/** Comma-separated values (RFC 4180) that a spreadsheet reads as what they are. */

/** Begins a file: without it some spreadsheets take UTF-8 for something else. */
export const byteOrderMark = "\ufeff";

/** A number as we write it: a sign, digits, decimals. Such a cell cannot be a formula. */
const plainNumber = /^-?\d+(\.\d+)?$/;
/** What a spreadsheet takes for the beginning of a formula, or drops before one. */
const formulaStart = /^[=+\-@\t\r\n|%]/;

/** One line, with its end. Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
