import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: readonly [number, number, number]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: { 3: pays[0], 4: pays[1], 5: pays[2] },
});

export const symbols: readonly SlotSymbol[] = [
  { letter: "W", name: "globe", titles: { en: "Snow globe", ru: "Снежный шар", kk: "Қарлы шар" }, role: "wild" },
  { letter: "S", name: "wheel", titles: { en: "Wheel", ru: "Колесо", kk: "Дөңгелек" }, role: "scatter" },
  pay("H", "horse", { en: "Horse", ru: "Лошадка", kk: "Ат" }, [30, 200, 2000]),
  pay("L", "sleigh", { en: "Sleigh", ru: "Сани", kk: "Шана" }, [24, 100, 400]),
  pay("K", "skate", { en: "Skate", ru: "Конёк", kk: "Коньки" }, [20, 80, 300]),
  pay("D", "drum", { en: "Drum", ru: "Барабан", kk: "Дауылпаз" }, [20, 70, 250]),
  pay("a", "apple", { en: "Apple", ru: "Яблоко", kk: "Алма" }, [12, 40, 150]),
  pay("h", "heart", { en: "Heart", ru: "Сердце", kk: "Жүрек" }, [12, 40, 150]),
  pay("m", "mitten", { en: "Mitten", ru: "Варежка", kk: "Қолғап" }, [10, 30, 100]),
  pay("c", "cane", { en: "Cane", ru: "Леденец", kk: "Кәмпит" }, [10, 30, 100]),
];
