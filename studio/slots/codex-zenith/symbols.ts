import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: SlotSymbol["pays"]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  ...(pays && { pays }),
});

export const symbols: readonly SlotSymbol[] = [
  // Wild on lines and scatter at once: as scatter it pays 2, 20 and 200 stakes, which are counted in the game's own table.
  { letter: "W", name: "book", titles: { en: "Book", ru: "Книга", kk: "Кітап" }, role: "wild" },
  pay("A", "sun", { en: "Sun", ru: "Солнце", kk: "Күн" }, { 2: 10, 3: 100, 4: 1000, 5: 5000 }),
  pay("X", "moon", { en: "Moon", ru: "Луна", kk: "Ай" }, { 2: 5, 3: 40, 4: 400, 5: 2000 }),
  pay("F", "astrolabe", { en: "Astrolabe", ru: "Астролябия", kk: "Астролябия" }, { 2: 5, 3: 30, 4: 100, 5: 750 }),
  pay("C", "comet", { en: "Comet", ru: "Комета", kk: "Құйрықты жұлдыз" }, { 2: 5, 3: 30, 4: 100, 5: 750 }),
  pay("a", "ace", { en: "Ace", ru: "Туз", kk: "Тұз" }, { 3: 5, 4: 40, 5: 150 }),
  pay("k", "king", { en: "King", ru: "Король", kk: "Король" }, { 3: 5, 4: 40, 5: 150 }),
  pay("q", "queen", { en: "Queen", ru: "Дама", kk: "Дама" }, { 3: 5, 4: 25, 5: 100 }),
  pay("j", "jack", { en: "Jack", ru: "Валет", kk: "Валет" }, { 3: 5, 4: 25, 5: 100 }),
  pay("t", "ten", { en: "Ten", ru: "Десятка", kk: "Ондық" }, { 3: 5, 4: 25, 5: 100 }),
];
