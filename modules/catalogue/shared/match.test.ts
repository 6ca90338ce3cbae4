import { describe, expect, test } from "vitest";
import { fold, wordsOf } from "./fold.ts";
import { createMatcher } from "./match.ts";

const finds = (query: string, title: string) => createMatcher(wordsOf(query))(fold(title)) !== undefined;

describe("folding", () => {
  test.each([
    ["Алтын Дала", "altyn dala"],
    ["ALTYN-DALA", "altyn dala"],
    ["Жетінші соққы", "zhetinshi sokky"],
    ["Көктем Ұшы", "koktem ushy"],
    ["Moth & Flame", "moth flame"],
    ["Café d’Or", "cafe dor"],
    ["Щука, чаща", "schuka chascha"],
    ["  💎  ", ""],
  ])("%s is %s", (text, folded) => expect(fold(text)).toBe(folded));

  test("a query is at most six words, each once", () => {
    expect(wordsOf("a b a c d e f g h")).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(wordsOf(" %_\\ ")).toEqual([]);
  });
});

describe("one typo in five letters", () => {
  test.each([
    ["altin", "a letter wrong"],
    ["atlyn", "two letters in the wrong order"],
    ["altynn", "a letter too many"],
    ["алтин", "a letter wrong, in Cyrillic"],
    ["altyn dala", "none"],
    ["dala", "none, the second word"],
    ["alt", "none, the beginning of the word"],
    ["dala altyn", "the words in another order"],
  ])("%s finds Алтын Дала: %s", query => expect(finds(query, "Алтын Дала")).toBe(true));

  test.each([["elten"], ["dela"], ["altyn gold"], ["tyn"], ["moth"]])("%s does not", query =>
    expect(finds(query, "Алтын Дала")).toBe(false),
  );

  test("two in ten letters", () => {
    expect(finds("lanternharb", "Lanternharbour")).toBe(true);
    expect(finds("lantarnherbour", "Lanternharbour")).toBe(true);
    expect(finds("lantarnherbuor", "Lanternharbour")).toBe(false);
  });

  test("an exact title has fewer typos than a close one", () => {
    const words = wordsOf("crown");
    expect(createMatcher(words)("crown assay")).toBe(0);
    expect(createMatcher(words)("crowns")).toBeGreaterThan(0);
    expect(createMatcher(words)("clown party")).toBe(1);
  });
});
