import type { SlotSymbol } from "#studio/engine/shared/types.ts";

export const symbols: readonly SlotSymbol[] = [
  {
    letter: "A",
    name: "wild",
    titles: { en: "Struck coin", ru: "Чеканная монета", kk: "Соғылған тиын" },
    role: "wild",
    pays: { 3: 500 },
  },
  { letter: "7", name: "seven", titles: { en: "Seven", ru: "Семёрка", kk: "Жеті" }, role: "pay", pays: { 3: 150 } },
  { letter: "B", name: "bell", titles: { en: "Bell", ru: "Колокол", kk: "Қоңырау" }, role: "pay", pays: { 3: 40 } },
  { letter: "G", name: "grapes", titles: { en: "Grapes", ru: "Виноград", kk: "Жүзім" }, role: "pay", pays: { 3: 20 } },
  { letter: "P", name: "plum", titles: { en: "Plum", ru: "Слива", kk: "Қара өрік" }, role: "pay", pays: { 3: 10 } },
  { letter: "L", name: "lemon", titles: { en: "Lemon", ru: "Лимон", kk: "Лимон" }, role: "pay", pays: { 3: 5 } },
  { letter: "C", name: "cherry", titles: { en: "Cherry", ru: "Вишня", kk: "Шие" }, role: "pay", pays: { 3: 3 } },
];
