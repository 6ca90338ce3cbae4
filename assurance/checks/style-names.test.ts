import { expect, test } from "vitest";
import { readSources } from "./source.ts";
import {
  readAllSheets,
  readOfficeSheets,
  readSheets,
  shared,
  strayNames,
  unloadedSheets,
  unsetProperties,
  unstyledInOffice,
  unstyledNames,
} from "./style-names.ts";

test("no module's style sheet changes the elements of another one", () => {
  expect(strayNames(readSheets(), readSources())).toEqual([]);
});

test("every word that five modules share has a style on players' pages", () => {
  const sheets = readAllSheets();
  const without = sheets.map(({ path, text }) => ({ path, text: text.replaceAll(".row.wrap", ".row") }));
  expect(unstyledNames(sheets, readSources())).toEqual([]);
  expect(unstyledNames(without, readSources())).toEqual(["wrap"]);
});

test("every word on pages of the back office has a style there", () => {
  expect(unstyledInOffice(readOfficeSheets(), readSources())).toEqual([]);
  const text = 'const a = <p className={of === "open" ? "note warm" : "note"} />;';
  expect(
    unstyledInOffice([{ path: "a.css", text: ".note {}" }], [{ path: "modules/bets/office/a.tsx", text }]),
  ).toEqual(["modules/bets/office/a.tsx uses .warm"]);
});

test("a page that shows parts of another module loads the sheet that styles them", () => {
  expect(unloadedSheets(readSheets(), readSources())).toEqual([]);
});

test("every custom property that a sheet reads is set somewhere", () => {
  expect(unsetProperties(readAllSheets(), readSources())).toEqual([]);
  const own = { path: "modules/bets/web/bets.css", text: ".a { --tone: red; color: var(--tone, var(--hue)); }" };
  expect(unsetProperties([own], [])).toEqual(["modules/bets/web/bets.css reads --hue"]);
});

test("every sheet that others use on purpose exists", () => {
  const sheets = readSheets().map(({ path }) => path);
  expect(Object.keys(shared).filter(path => !sheets.includes(path))).toEqual([]);
});

const page = (text: string) => [{ path: "modules/bets/web/own-bets.tsx", text }];
const sheet = (text: string) => [{ path: "modules/payments/web/done.css", text }];

test.each([
  [".paid { display: flex; }", '<td className="align-right paid" />'],
  ["@media (width < 600px) { .paid:hover { height: 1px; } }", '<td className={won ? "paid" : "faint"} />'],
  [".other, .paid { display: flex; }", "<td className={`align-right $" + "{won} paid`} />"],
])("%s beside %s is found", (css, jsx) => {
  expect(strayNames(sheet(css), page(`const a = ${jsx};`))).toEqual([
    "modules/payments/web/done.css styles .paid, which bets uses for something else",
  ]);
});

test.each([
  [".feed .paid { display: flex; }", '<td className="paid" />'],
  [".paid.done { display: flex; }", '<td className="paid" />'],
  [".paid-by { display: flex; }", '<td className="paid" />'],
  [".paid { display: flex; }", '<td title="paid" />'],
  [".g-crash { color: red; }", '<td className="g-crash" />'],
])("%s beside %s is allowed", (css, jsx) => {
  expect(strayNames(sheet(css), page(`const a = ${jsx};`))).toEqual([]);
});

test("a module that imports the sheet may use its names", () => {
  const text = 'import "#modules/payments/web/done.css"; const a = <td className="paid" />;';
  expect(strayNames(sheet(".paid { display: flex; }"), page(text))).toEqual([]);
});
