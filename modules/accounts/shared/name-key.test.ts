import fc from "fast-check";
import { expect, test } from "vitest";
import words from "../server/words.json" with { type: "json" };
import { nameKey } from "./name-key.ts";

test.each([
  ["kate", "KATE"],
  ["kate", "Kаtе"],
  ["kate", "ΚΑΤΕ"],
  ["kate", "k-a_t.e"],
  ["kate", "ｋａｔｅ"],
  ["kate", "kàte\u0301"],
  ["kate", "ka\u200Bte"],
  ["kate", "\u202Ekate"],
  ["O0o", "ооо"],
  ["Illl", "1IlІ"],
  ["modern", "modem"],
  ["vvolf", "wolf"],
  ["Сор", "Cop"],
  ["Ρhoenix", "Phoenix"],
  ["ёлка", "елка"],
  ["Zoe", "Ζοε"],
])("%s and %s look alike", (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ["kate", "kata"],
  ["wolf", "volf"],
  ["rook", "rock"],
  ["дима", "дина"],
  ["fox2", "fox5"],
])("%s and %s do not", (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

/** Without ß, ſ and ı, whose capitals are other letters. */
const letters = "abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюяәғқңөұүһіαβγδεζηθικλμνοπρτυφχψω0123456789";

test("case and separators do not make a different name", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters) }), text => {
      expect(nameKey(text.toUpperCase())).toBe(nameKey(text));
      expect(nameKey([...text].join("-"))).toBe(nameKey(text));
    }),
  );
});

test("no two generated names look alike, and their keys are those the migration computed", () => {
  const fromSql = (name: string) =>
    name.replace(/[i1]/g, "l").replaceAll("0", "o").replaceAll("-", "").replaceAll("rn", "m").replaceAll("vv", "w");
  const names = words.adjectives.flatMap(adjective =>
    words.animals.flatMap(animal => [`${adjective}-${animal}-1042`, `${adjective}-${animal}-777`]),
  );
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
  for (const name of names) expect(nameKey(name)).toBe(fromSql(name));
});
