import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: readonly number[]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: Object.fromEntries(pays.map((units, index) => [index + 3, units])),
});

export const symbols: readonly SlotSymbol[] = [
  { letter: "W", name: "shuttle", titles: { en: "Shuttle", ru: "Челнок", kk: "Қайықша" }, role: "wild" },
  { letter: "S", name: "hank", titles: { en: "Hank", ru: "Моток", kk: "Жіп орамы" }, role: "scatter" },
  { letter: "?", name: "mystery", titles: { en: "Mystery", ru: "Тайна", kk: "Құпия" }, role: "mystery" },
  pay("G", "medallion", { en: "Medallion", ru: "Медальон", kk: "Алқа" }, [10, 45, 150, 500]),
  pay("X", "shears", { en: "Shears", ru: "Ножницы", kk: "Қайшы" }, [8, 30, 60, 200]),
  pay("P", "spindle", { en: "Spindle", ru: "Веретено", kk: "Ұршық" }, [6, 20, 50, 150]),
  pay("O", "pot", { en: "Dye pot", ru: "Красильный горшок", kk: "Бояу құмырасы" }, [5, 12, 40, 100]),
  pay("K", "cockerel", { en: "Cockerel", ru: "Петушок", kk: "Әтеш" }, [4, 10, 30, 80]),
  pay("r", "rose", { en: "Rose", ru: "Роза", kk: "Раушан" }, [2, 6, 15, 38]),
  pay("f", "cornflower", { en: "Cornflower", ru: "Василёк", kk: "Гүлкекіре" }, [2, 6, 15, 38]),
  pay("i", "iris", { en: "Iris", ru: "Ирис", kk: "Құртқашаш" }, [2, 5, 12, 32]),
  pay("m", "marigold", { en: "Marigold", ru: "Бархатцы", kk: "Барқытгүл" }, [1, 4, 10, 25]),
  pay("c", "clover", { en: "Clover", ru: "Клевер", kk: "Беде" }, [1, 4, 10, 25]),
];
