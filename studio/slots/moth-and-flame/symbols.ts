import type { SlotSymbol, Titles } from "#studio/engine/shared/types.ts";

const sizes = [5, 6, 7, 8, 9, 11, 13, 15];
const pay = (letter: string, name: string, titles: Titles, pays: readonly number[]): SlotSymbol => ({
  letter,
  name,
  titles,
  role: "pay",
  pays: Object.fromEntries(pays.map((units, index) => [sizes[index], units])),
});

/** Pays by the size of a cluster, from that size up to the next one listed. */
export const symbols: readonly SlotSymbol[] = [
  pay(
    "L",
    "luna",
    { en: "Luna moth", ru: "Лунная бабочка", kk: "Ай көбелегі" },
    [25, 40, 60, 100, 200, 500, 1500, 12000],
  ),
  pay("A", "atlas", { en: "Atlas moth", ru: "Атлас", kk: "Атлас көбелегі" }, [20, 30, 45, 75, 150, 350, 1000, 8000]),
  pay(
    "E",
    "emperor",
    { en: "Emperor moth", ru: "Павлиноглазка", kk: "Тауыскөз" },
    [14, 20, 32, 50, 100, 250, 800, 5000],
  ),
  pay(
    "t",
    "tiger",
    { en: "Tiger moth", ru: "Медведица", kk: "Жолбарыс көбелек" },
    [10, 14, 20, 32, 70, 150, 500, 4000],
  ),
  pay("s", "sphinx", { en: "Sphinx moth", ru: "Бражник", kk: "Сфинкс көбелегі" }, [6, 9, 14, 22, 50, 100, 300, 3000]),
  pay("g", "ghost", { en: "Ghost moth", ru: "Тонкопряд", kk: "Елес көбелек" }, [5, 7, 11, 18, 40, 90, 240, 2400]),
  pay("f", "flower", { en: "Flower", ru: "Цветок", kk: "Гүл" }, [4, 6, 9, 14, 30, 70, 200, 2000]),
  { letter: "W", name: "lamp", titles: { en: "Lamp", ru: "Лампа", kk: "Шам" }, role: "wild" },
  { letter: "M", name: "moon", titles: { en: "Moon", ru: "Луна", kk: "Ай" }, role: "scatter" },
];
