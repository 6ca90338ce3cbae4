import { expect, test } from "vitest";
import { fileTypeOf } from "./file-type.ts";

const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0));

test("JPEG, PNG and PDF are recognised by their first bytes", () => {
  expect(fileTypeOf(bytes("\xff\xd8\xff\xe0 JFIF"))).toBe("image/jpeg");
  expect(fileTypeOf(bytes("\x89PNG\r\n\x1a\n rest"))).toBe("image/png");
  expect(fileTypeOf(bytes("%PDF-1.7"))).toBe("application/pdf");
});

test.each([
  "",
  "<svg onload=alert(1)>",
  "<!doctype html>",
  "GIF89a",
  "PK\x03\x04",
  "MZ",
  "\x89PN",
  " %PDF-1.7",
  "\xff\xd8",
])("%j is not taken", text => {
  expect(fileTypeOf(bytes(text))).toBeUndefined();
});
