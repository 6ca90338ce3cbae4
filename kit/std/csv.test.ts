import { expect, test } from "vitest";
import { csvLine, csvRows } from "./csv.ts";

test("cells stay separate whatever they contain", () => {
  expect(csvLine(["a", "b,c", 'say "yes"', "two\nlines", "", "Алматы; тг"])).toBe(
    'a,"b,c","say ""yes""","two\nlines",,"Алматы; тг"\r\n',
  );
});

test("numbers stay numbers, also below zero", () => {
  expect(csvLine(["-12.5", "0", "1234.000001", "-0.01"])).toBe("-12.5,0,1234.000001,-0.01\r\n");
});

test.each([
  "=1+1",
  '=HYPERLINK("http://x","y")',
  "+7 707",
  "-2+3",
  "-1e5",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "|cmd",
  "%0A",
])("%j is no formula any more", text => {
  expect(csvLine([text]).replace(/^"/, "")[0]).toBe("'");
});

test("what was written is read again", () => {
  const rows = [
    ["a", "b,c", 'say "yes"', "two\nlines", "", "Алматы; тг"],
    ["", ""],
    ["x\r\ny", '"', "x"],
    [""],
    ["-12.5"],
  ];
  expect(csvRows(rows.map(csvLine).join(""))).toEqual(rows);
  expect(csvRows("")).toEqual([]);
  expect(csvRows("a,b")).toEqual([["a", "b"]]);
});
