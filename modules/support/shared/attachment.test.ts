import { expect, test } from "vitest";
import { attachmentName, shownSize } from "./attachment.ts";

test.each([
  ["чек.pdf", "application/pdf", "чек.pdf"],
  ["../../etc/passwd", "text/plain", "passwd.txt"],
  ["C:\\Users\\me\\фото.HEIC", "image/jpeg", "фото.jpg"],
  ["invoice\u202Efdp.exe", "application/pdf", "invoicefdp.pdf"],
  ["photo.svg", "image/png", "photo.png"],
  ['a"<b>\r\n.txt', "text/plain", "ab.txt"],
  [".htaccess", "text/plain", "htaccess.txt"],
  ["  . ", "text/plain", "file.txt"],
  [`${"ә".repeat(300)}.png`, "image/png", `${"ә".repeat(80)}.png`],
] as const)("a file %j of type %s is stored as %j", (given, type, stored) => {
  expect(attachmentName(given, type)).toBe(stored);
});

test("sizes are whole kilobytes, or megabytes with one decimal", () => {
  expect(shownSize(1, "en")).toEqual({ unit: "kilobytes", n: "1" });
  expect(shownSize(219_136, "en")).toEqual({ unit: "kilobytes", n: "214" });
  expect(shownSize(2_621_440, "ru")).toEqual({ unit: "megabytes", n: "2,5" });
});
