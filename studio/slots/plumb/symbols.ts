import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, units: number): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: { 3: units },
});
const plate = (value: number): SlotSymbol => ({
  letter: { 1: "1", 2: "2", 3: "3", 5: "5", 10: "X", 20: "Y" }[value] ?? "",
  name: `x${value}`,
  titles: { en: `Plate ×${value}`, ru: `Пластина ×${value}`, kk: `×${value} тақтайшасы` },
  role: "multiplier",
});

export const symbols: readonly SlotSymbol[] = [
  {
    letter: "B",
    name: "bob",
    titles: { en: "Plumb bob", ru: "Отвес", kk: "Тіктеуіш" },
    role: "wild",
    pays: { 3: 1250 },
  },
  pay("D", "dividers", { en: "Dividers", ru: "Циркуль", kk: "Циркуль" }, 600),
  pay("S", "square", { en: "Set square", ru: "Угольник", kk: "Бұрыштық" }, 250),
  pay("L", "level", { en: "Level", ru: "Уровень", kk: "Деңгейлеуіш" }, 120),
  pay("R", "reel", { en: "Chalk reel", ru: "Катушка", kk: "Орама" }, 75),
  pay("P", "pencil", { en: "Pencil", ru: "Карандаш", kk: "Қарындаш" }, 30),
  pay("N", "pin", { en: "Pin", ru: "Кнопка", kk: "Түйреуіш" }, 12),
  ...[1, 2, 3, 5, 10, 20].map(plate),
];
