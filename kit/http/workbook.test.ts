import { expect, test } from "vitest";
import { readZip } from "#kit/testing/read-zip.ts";
import { type Sheet, workbook } from "./workbook.ts";

async function sheetsOf(...sheets: readonly Sheet[]): Promise<ReadonlyMap<string, string>> {
  const pieces: Buffer[] = [];
  for await (const piece of workbook(sheets)) pieces.push(piece);
  return readZip(Buffer.concat(pieces));
}

const sheet = async (...rows: readonly (readonly string[])[]) =>
  (await sheetsOf({ name: "Rows", rows })).get("xl/worksheets/sheet1.xml");

test("a workbook has its sheets by name, each with its rows", async () => {
  const files = await sheetsOf({ name: "A & B", rows: [["x"], []] }, { name: "export", rows: [] });
  expect([...files.keys()]).toEqual([
    "xl/worksheets/sheet1.xml",
    "xl/worksheets/sheet2.xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "_rels/.rels",
    "[Content_Types].xml",
  ]);
  expect(files.get("xl/workbook.xml")).toContain('<sheet name="A &#38; B" sheetId="1" r:id="rId1"/>');
  expect(files.get("xl/worksheets/sheet1.xml")).toContain('<row><c t="inlineStr">');
  expect(files.get("xl/worksheets/sheet2.xml")).toContain("<sheetData></sheetData>");
  for (const part of ["workbook.xml", "worksheets/sheet2.xml"])
    expect(files.get("[Content_Types].xml")).toContain(`PartName="/xl/${part}"`);
});

test.each(['=HYPERLINK("http://x","y")', "@SUM(A1)", "\t=1", "+7 707", "0012", "1e5", "12345678901234567", "a\nb"])(
  "%j is a text, never a formula or another number",
  async text => {
    const xml = await sheet([text]);
    expect(xml).not.toContain("<f>");
    expect(xml).toMatch(/<row><c t="inlineStr"><is><t xml:space="preserve">[^<]+<\/t><\/is><\/c><\/row>/);
  },
);

test("numbers that a spreadsheet keeps exactly are numbers", async () => {
  expect(await sheet(["-12.50", "0", "123456789.123456", ""])).toContain(
    "<row><c><v>-12.50</v></c><c><v>0</v></c><c><v>123456789.123456</v></c><c/></row>",
  );
});

test("what XML or the format would read otherwise is escaped, and half a character is none", async () => {
  const xml = await sheet(['a\u0000<b>&"\r_x0041_\ud800']);
  expect(xml).toContain(">a&#60;b&#62;&#38;&#34;&#13;_x005F_x0041_\ufffd</t>");
});

test("rows are taken as they are sent, not before", async () => {
  let taken = 0;
  function* rows() {
    for (; taken < 200_000; taken++) yield [`row ${taken}`, "x".repeat(50)];
  }
  const pieces = workbook([{ name: "Rows", rows: rows() }]);
  await pieces.next();
  await pieces.next();
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(100_000);
  await pieces.return(undefined);
});

test("a workbook whose rows fail fails", async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first row
  async function* rows(): AsyncGenerator<readonly string[]> {
    throw new Error("the connection is gone");
  }
  await expect(sheetsOf({ name: "Rows", rows: rows() })).rejects.toThrow("the connection is gone");
});
