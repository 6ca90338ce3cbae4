/** Comma-separated values (RFC 4180) that are safe to open in a spreadsheet. */

/** Starts a file: without it some spreadsheets do not detect UTF-8. */
export const byteOrderMark = "\ufeff";

/** A number in our own format: a sign, digits, decimals. Such a cell cannot be a formula. */
const plainNumber = /^-?\d+(\.\d+)?$/;
/** What a spreadsheet treats as the start of a formula, or drops before one. */
const formulaStart = /^[=+\-@\t\r\n|%]/;

/** One line, with its end. Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows of a text that `csvLine` wrote. */
export function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|$)/g)) {
    if (end === "" && row.length === 0 && quoted === undefined && plain === "") break;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}
