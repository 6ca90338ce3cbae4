import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: readonly [number, number, number]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: { 8: pays[0], 10: pays[1], 12: pays[2] },
});

/** Pays for eight and nine, ten and eleven, twelve or more. */
export const symbols: readonly SlotSymbol[] = [
  pay("K", "crown", { en: "Crown", ru: "Корона", kk: "Тәж" }, [200, 500, 2000]),
  pay("G", "chalice", { en: "Chalice", ru: "Чаша", kk: "Тостаған" }, [60, 200, 800]),
  pay("R", "ring", { en: "Ring", ru: "Кольцо", kk: "Сақина" }, [40, 100, 400]),
  pay("B", "scales", { en: "Scales", ru: "Весы", kk: "Таразы" }, [30, 75, 250]),
  pay("r", "ruby", { en: "Ruby", ru: "Рубин", kk: "Рубин" }, [20, 40, 150]),
  pay("e", "emerald", { en: "Emerald", ru: "Изумруд", kk: "Изумруд" }, [15, 30, 120]),
  pay("s", "sapphire", { en: "Sapphire", ru: "Сапфир", kk: "Сапфир" }, [10, 24, 100]),
  pay("a", "amethyst", { en: "Amethyst", ru: "Аметист", kk: "Аметист" }, [7, 18, 70]),
  pay("t", "topaz", { en: "Topaz", ru: "Топаз", kk: "Топаз" }, [5, 15, 50]),
  { letter: "H", name: "hallmark", titles: { en: "Hallmark", ru: "Проба", kk: "Сынама" }, role: "scatter" },
  {
    letter: "X",
    name: "touchstone",
    titles: { en: "Touchstone", ru: "Пробирный камень", kk: "Сынақ тасы" },
    role: "multiplier",
  },
];
