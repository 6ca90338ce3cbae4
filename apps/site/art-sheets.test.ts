import { expect, test } from "vitest";
import { sheetOf } from "./art-sheets.ts";

const picture = (id: string, viewBox: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path id="${id}"/></svg>\n`;

test("each picture has its own position and is found by its name", () => {
  const sheet = sheetOf(
    new Map([
      ["band", picture("a", "0 0 800 318")],
      ["wheel", picture("b", "-220 -220 440 440")],
    ]),
  );
  expect(sheet).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg">' +
      '<view id="band" viewBox="0 0 800 318"/><svg y="0" width="800" height="318" viewBox="0 0 800 318"><path id="a"/></svg>' +
      '<view id="wheel" viewBox="0 318 440 440"/><svg y="318" width="440" height="440" viewBox="-220 -220 440 440"><path id="b"/></svg>' +
      "</svg>",
  );
});

test("a picture without a size, or with a duplicate id, stops the build", () => {
  expect(() => sheetOf(new Map([["crash", "<svg></svg>"]]))).toThrow("crash does not begin");
  const tile = picture("a", "0 0 300 360");
  const twice = new Map([
    ["crash", tile],
    ["dice", tile],
  ]);
  expect(() => sheetOf(twice)).toThrow("the id a");
  expect(() => sheetOf(new Map([["a", tile]]))).toThrow("the id a");
});
