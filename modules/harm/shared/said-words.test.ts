import { expect, test } from "vitest";
import { suggestsHarm } from "./said-words.ts";

test.each([
  ["Please help, I can’t stop GAMBLING!!", "can't stop gambling"],
  ["i lost everything... twice", "lost everything"],
  ["Я проиграл всё, что было", "проиграл все"],
  ["помогите, НЕ МОГУ  остановиться", "не могу остановиться"],
  ["Мен тоқтай алмаймын", "тоқтай алмай"],
  ["қарызға батып кеттім", "қарызға бат"],
])("%s suggests harm", (text, phrase) => {
  expect(suggestsHarm(text)).toBe(phrase);
});

test.each([
  "I lost my password and everything is in English",
  "The video can't stop buffering",
  "Где мой вывод? Жду второй день",
  "Как получить бонус за пополнение?",
  "Ақшам қашан түседі?",
  "нелудоман", // Inside a word it is another word.
  "",
])("%s does not", text => {
  expect(suggestsHarm(text)).toBeUndefined();
});
