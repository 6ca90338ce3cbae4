import { workbookType } from "#kit/contract/file-types.ts";
import { type ZipEntry, zipped } from "./zip-stream.ts";

/** A sheet of a workbook; rows are texts. */
export interface Sheet {
  readonly name: string;
  readonly rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
}

/** What a sheet of a spreadsheet program holds. */
const mostRows = 1_048_576;
const mostCharacters = 32_767;
/** Characters of XML that are compressed at once. */
const pieceSize = 64 * 1024;
/** A number that a spreadsheet keeps exactly: no leading zeros, at most fifteen digits. */
const exactNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const mostDigits = 15;

/**
 * A workbook (XLSX, ECMA-376) of these sheets, piece by piece. Cells are numbers or texts in place, never formulas. A sheet with more rows
 * than a spreadsheet holds goes on in further ones.
 */
export function workbook(sheets: Iterable<Sheet> | AsyncIterable<Sheet>): AsyncGenerator<Buffer> {
  return zipped(entriesOf(sheets));
}

async function* entriesOf(sheets: Iterable<Sheet> | AsyncIterable<Sheet>): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for await (const { name, rows } of sheets) {
    const source = rowsOf(rows);
    let number = 0;
    let isOver = false;
    while (!isOver) {
      number++;
      names.push(number === 1 ? name : `${name} ${number}`);
      const part = takeRows(source);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(part.rows) };
      isOver = part.isOver();
    }
  }
  const each = (text: (name: string, number: number) => string) => names.map((name, i) => text(name, i + 1)).join("");
  yield {
    name: "xl/workbook.xml",
    content: [
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>`,
      each((name, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`),
      "</sheets></workbook>",
    ],
  };
  yield {
    name: "xl/_rels/workbook.xml.rels",
    content: [
      `${xml}<Relationships xmlns="${packages}/relationships">`,
      each(
        (_, number) =>
          `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      ),
      "</Relationships>",
    ],
  };
  yield {
    name: "_rels/.rels",
    content: [
      `${xml}<Relationships xmlns="${packages}/relationships">`,
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  };
  yield {
    name: "[Content_Types].xml",
    content: [
      `${xml}<Types xmlns="${packages}/content-types">`,
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      `<Override PartName="/xl/workbook.xml" ContentType="${workbookType}.main+xml"/>`,
      each(
        (_, number) =>
          `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
      ),
      "</Types>",
    ],
  };
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";

async function* rowsOf(rows: Sheet["rows"]): AsyncGenerator<readonly string[], undefined> {
  yield* rows;
  return undefined;
}

/** The next rows of a source, as many as a sheet holds. */
function takeRows(source: AsyncGenerator<readonly string[], undefined>) {
  let isOver = false;
  async function* rows(): AsyncGenerator<readonly string[]> {
    for (let taken = 0; taken < mostRows; taken++) {
      const next = await source.next();
      if (next.done) {
        isOver = true;
        return;
      }
      yield next.value;
    }
  }
  return { rows: rows(), isOver: () => isOver };
}

async function* sheetXml(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let text = `${xml}<worksheet xmlns="${main}"><sheetData>`;
  for await (const cells of rows) {
    text += `<row>${cells.map(cellXml).join("")}</row>`;
    if (text.length < pieceSize) continue;
    yield text;
    text = "";
  }
  yield `${text}</sheetData></worksheet>`;
}

function cellXml(text: string): string {
  if (text === "") return "<c/>";
  if (exactNumber.test(text) && text.replace(/[-.]/g, "").length <= mostDigits) return `<c><v>${text}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, mostCharacters))}</t></is></c>`;
}

/** Characters that XML has no place for are left out (half of a pair becomes U+FFFD as it is encoded); an underscore that would begin an escape of the format is escaped itself. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "")
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>"\r]/g, character => `&#${character.charCodeAt(0)};`);
}
