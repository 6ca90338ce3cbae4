import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: readonly [number, number, number]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: { 3: pays[0], 4: pays[1], 5: pays[2] },
});

export const symbols: readonly SlotSymbol[] = [
  { letter: "W", name: "lantern", titles: { en: "Lantern", ru: "Фонарь", kk: "Шам" }, role: "wild" },
  pay("c", "camel", { en: "Camel", ru: "Верблюд", kk: "Түйе" }, [16, 50, 500]),
  pay("m", "merchant", { en: "Merchant", ru: "Купец", kk: "Саудагер" }, [8, 25, 75]),
  pay("t", "teapot", { en: "Teapot", ru: "Чайник", kk: "Шәйнек" }, [7, 24, 50]),
  pay("r", "rugs", { en: "Rugs", ru: "Ковры", kk: "Кілемдер" }, [5, 15, 40]),
  pay("s", "saffron", { en: "Saffron", ru: "Шафран", kk: "Запыран" }, [4, 10, 30]),
  pay("a", "ace", { en: "Ace", ru: "Туз", kk: "Тұз" }, [3, 6, 20]),
  pay("k", "king", { en: "King", ru: "Король", kk: "Король" }, [3, 6, 20]),
  pay("q", "queen", { en: "Queen", ru: "Дама", kk: "Дама" }, [2, 5, 15]),
  pay("j", "jack", { en: "Jack", ru: "Валет", kk: "Валет" }, [2, 5, 15]),
];
