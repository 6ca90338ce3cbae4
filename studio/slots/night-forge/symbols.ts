import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const pay = (letter: string, name: string, titles: Titles, pays: readonly [number, number, number]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: { 3: pays[0], 4: pays[1], 5: pays[2] },
});

export const symbols: readonly SlotSymbol[] = [
  { letter: "W", name: "ingot", titles: { en: "Ingot", ru: "Слиток", kk: "Құйма" }, role: "wild" },
  { letter: "S", name: "anvil", titles: { en: "Anvil", ru: "Наковальня", kk: "Төс" }, role: "scatter" },
  pay("H", "hammer", { en: "Hammer", ru: "Молот", kk: "Балға" }, [10, 36, 258]),
  pay("E", "helm", { en: "Helm", ru: "Шлем", kk: "Дулыға" }, [8, 16, 61]),
  pay("G", "gauntlet", { en: "Gauntlet", ru: "Латная рукавица", kk: "Темір қолғап" }, [6, 14, 48]),
  pay("A", "axe", { en: "Axe", ru: "Секира", kk: "Айбалта" }, [5, 10, 28]),
  pay("M", "mail", { en: "Mail", ru: "Кольчуга", kk: "Шынжырлы сауыт" }, [5, 8, 24]),
  pay("s", "straw", { en: "Straw-coloured nail", ru: "Соломенный гвоздь", kk: "Сабан түсті шеге" }, [2, 4, 9]),
  pay("r", "russet", { en: "Russet nail", ru: "Бурый гвоздь", kk: "Қоңыр шеге" }, [2, 4, 9]),
  pay("v", "violet", { en: "Violet nail", ru: "Фиолетовый гвоздь", kk: "Күлгін шеге" }, [1, 3, 7]),
  pay("b", "blue", { en: "Blue nail", ru: "Синий гвоздь", kk: "Көк шеге" }, [1, 3, 7]),
];
