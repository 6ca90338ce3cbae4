import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: readonly [number, number, number]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: { 3: pays[0], 4: pays[1], 5: pays[2] },
});

export const symbols: readonly SlotSymbol[] = [
  { letter: "W", name: "lighthouse", titles: { en: "Lighthouse", ru: "Маяк", kk: "Шамшырақ" }, role: "wild" },
  { letter: "o", name: "lantern", titles: { en: "Lantern", ru: "Фонарь", kk: "Шам" }, role: "coin" },
  pay("K", "wheel", { en: "Wheel", ru: "Штурвал", kk: "Руль" }, [40, 120, 500]),
  pay("S", "compass", { en: "Compass", ru: "Компас", kk: "Компас" }, [25, 75, 250]),
  pay("D", "sextant", { en: "Sextant", ru: "Секстант", kk: "Секстант" }, [20, 50, 150]),
  pay("a", "anchor", { en: "Anchor", ru: "Якорь", kk: "Зәкір" }, [10, 25, 80]),
  pay("k", "bottle", { en: "Bottle", ru: "Бутылка", kk: "Бөтелке" }, [10, 25, 80]),
  pay("q", "ace", { en: "Ace", ru: "Туз", kk: "Тұз" }, [8, 20, 60]),
  pay("j", "king", { en: "King", ru: "Король", kk: "Король" }, [8, 20, 60]),
  pay("t", "queen", { en: "Queen", ru: "Дама", kk: "Дама" }, [5, 15, 50]),
  pay("n", "jack", { en: "Jack", ru: "Валет", kk: "Валет" }, [5, 15, 50]),
];
