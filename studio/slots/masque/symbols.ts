import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: readonly [number, number, number]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: { 3: pays[0], 4: pays[1], 5: pays[2] },
});

export const symbols: readonly SlotSymbol[] = [
  { ...pay("W", "mirror", { en: "Mirror", ru: "Зеркало", kk: "Айна" }, [12, 60, 1500]), role: "wild" },
  pay("K", "king", { en: "King", ru: "Король", kk: "Патша" }, [12, 60, 1500]),
  pay("Q", "queen", { en: "Queen", ru: "Королева", kk: "Ханшайым" }, [10, 25, 200]),
  pay("J", "jester", { en: "Jester", ru: "Шут", kk: "Қылжақбас" }, [10, 25, 150]),
  pay("R", "raven", { en: "Raven", ru: "Ворон", kk: "Құзғын" }, [6, 15, 100]),
  pay("D", "duet", { en: "Duet", ru: "Дуэт", kk: "Дуэт" }, [5, 12, 75]),
  pay("F", "fan", { en: "Fan", ru: "Веер", kk: "Желпуіш" }, [3, 10, 25]),
  pay("B", "ribbon", { en: "Ribbon", ru: "Лента", kk: "Таспа" }, [3, 10, 25]),
  pay("G", "glove", { en: "Glove", ru: "Перчатка", kk: "Қолғап" }, [2, 5, 15]),
  pay("C", "candle", { en: "Candle", ru: "Свеча", kk: "Шырақ" }, [2, 5, 15]),
];
