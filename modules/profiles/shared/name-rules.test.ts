import fc from "fast-check";
import { expect, test } from "vitest";
import { isLookalike, nameLength, readName } from "./name-rules.ts";
import { isNameOf } from "./reserved-names.ts";

test.each([
  "kate",
  "Kate_92",
  "Катя",
  "ВикторПелевин",
  "Айгүл",
  "Нұрсұлтан",
  "x-ray",
  "badminton",
  "modern",
  "Botagoz",
])("%s is a valid name", name => {
  expect(readName(name)).toEqual({ name });
});

test("letters with combining marks are normalised", () => {
  expect(readName("Еле\u0306на")).toEqual({ problem: "name_letters" });
  expect(readName("Андреи\u0306")).toEqual({ name: "Андрей" });
});

test.each([
  ["two letters", "ab", "name_length"],
  ["seventeen", "abcdefghijklmnopq", "name_length"],
  ["nothing", "", "name_length"],
  ["a space", "ka te", "name_letters"],
  ["a space at its end", "kate ", "name_letters"],
  ["a zero-width space", "ka\u200Bte", "name_letters"],
  ["a zero-width joiner", "ka\u200Dte", "name_letters"],
  ["a right-to-left mark", "kate\u200F", "name_letters"],
  ["a right-to-left override", "\u202Eetak", "name_letters"],
  ["a soft hyphen", "ka\u00ADte", "name_letters"],
  ["a line break", "kate\nbob", "name_letters"],
  ["a NUL", "kate\u0000", "name_letters"],
  ["half of a character", "kate\uD83D", "name_letters"],
  ["an emoji", "kate🎲", "name_letters"],
  ["the Kelvin sign for K", "\u{1D542}ate", "name_letters"],
  ["Greek letters", "Ζευς", "name_letters"],
  ["Arabic letters", "كيت", "name_letters"],
  ["markup", "<b>kate", "name_letters"],
  ["Latin with one Cyrillic letter", "kаte", "name_mixed"],
  ["Cyrillic with one Latin letter", "Кaтя", "name_mixed"],
  ["a digit first", "7kate", "name_form"],
  ["a separator first", "_kate", "name_form"],
  ["a separator last", "kate_", "name_form"],
  ["two separators", "ka__te", "name_form"],
  ["a telephone number", "k77012345678", "name_form"],
] as const)("with %s it is invalid", (_what, text, problem) => {
  expect(readName(text)).toEqual({ problem });
});

test.each([
  "Fairhouse",
  "fair_house",
  "Fa1rH0use",
  "fairhouse_kz",
  "myFairhouse",
  "Фэйрхаус",
  "admin",
  "Admin_1",
  "the4dm1n",
  "adm1n",
  "the_admin",
  "Administrator",
  "Moderator7",
  "support",
  "SUPP0RT",
  "my5upport",
  "admin12",
  "mod",
  "mod_ivan",
  "IvanMod",
  "Mod1",
  "staff",
  "Админ",
  "модератор",
  "Поддержка",
  "қолдау",
  "operator",
  "null",
  "NaN",
  "demo",
  "demo-4127",
  "casino",
  "Казино",
  "Гость",
  "қонақ",
])("%s is reserved", name => {
  expect(readName(name)).toEqual({ problem: "name_reserved" });
});

test("the names of the deployment are reserved, in any spelling", () => {
  expect(readName("Golden_Palm")).toEqual({ name: "Golden_Palm" });
  for (const name of ["Golden_Palm", "g0ldenpa1m", "xGOLDENPALMx", "goldenpalm77"])
    expect(readName(name, ["GoldenPalm"]), name).toEqual({ problem: "name_reserved" });
});

const anything = fc.string({
  unit: fc.oneof(fc.constantFrom(..."kateКатяIl10oО_-"), fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
  maxLength: 20,
});

test("a name that is accepted is plain text of one alphabet, and is accepted again unchanged", () => {
  fc.assert(
    fc.property(anything, text => {
      const read = readName(text);
      if (read.problem !== undefined) return;
      const { name } = read;
      expect([...name].length).toBeGreaterThanOrEqual(nameLength.min);
      expect([...name].length).toBeLessThanOrEqual(nameLength.max);
      expect(name).toMatch(/^[\p{L}\p{Nd}_-]+$/u);
      expect(name).not.toMatch(/[\p{C}\p{Z}\p{M}]/u);
      expect(/\p{Script=Latin}/u.test(name) && /\p{Script=Cyrillic}/u.test(name)).toBe(false);
      expect(readName(name)).toEqual({ name });
    }),
    { numRuns: 2_000 },
  );
});

test("a look-alike in the other alphabet is another text and the same name", () => {
  expect(readName("Сосо")).toEqual({ name: "Сосо" });
  expect(readName("Coco")).toEqual({ name: "Coco" });
  expect(isLookalike("Сосо", "Coco")).toBe(true);
});

test("a name is not that of an operator: first, last or whole, in any spelling", () => {
  const people = ["Askar Nurlanov", "Boris"];
  for (const name of ["Askar", "ASKAR", "askar77", "A_s_k_a_r", "nurlan0v", "AskarNurlanov", "B0ris"])
    expect(isNameOf(name, people), name).toBe(true);
  for (const name of ["Askarov", "Oskar", "Kate", "Askarbek"]) expect(isNameOf(name, people), name).toBe(false);
});
