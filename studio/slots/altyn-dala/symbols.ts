import type { SlotSymbol } from "#studio/engine/shared/types.ts";

export const symbols: readonly SlotSymbol[] = [
  { letter: "W", name: "sun", titles: { en: "Sun", ru: "Солнце", kk: "Күн" }, role: "wild" },
  { letter: "S", name: "hood", titles: { en: "Falcon hood", ru: "Клобучок", kk: "Томаға" }, role: "scatter" },
  {
    letter: "E",
    name: "eagle",
    titles: { en: "Eagle", ru: "Беркут", kk: "Бүркіт" },
    role: "pay",
    pays: { 3: 50, 4: 150, 5: 500 },
  },
  {
    letter: "H",
    name: "horse",
    titles: { en: "Horse", ru: "Конь", kk: "Тұлпар" },
    role: "pay",
    pays: { 3: 20, 4: 60, 5: 200 },
  },
  {
    letter: "Y",
    name: "saiga",
    titles: { en: "Saiga", ru: "Сайгак", kk: "Киік" },
    role: "pay",
    pays: { 3: 12, 4: 40, 5: 120 },
  },
  {
    letter: "A",
    name: "yurt",
    titles: { en: "Yurt", ru: "Юрта", kk: "Киіз үй" },
    role: "pay",
    pays: { 3: 6, 4: 16, 5: 50 },
  },
  {
    letter: "K",
    name: "saddle",
    titles: { en: "Saddle", ru: "Седло", kk: "Ер" },
    role: "pay",
    pays: { 3: 5, 4: 12, 5: 40 },
  },
  {
    letter: "Q",
    name: "dombra",
    titles: { en: "Dombra", ru: "Домбра", kk: "Домбыра" },
    role: "pay",
    pays: { 3: 4, 4: 10, 5: 30 },
  },
  {
    letter: "J",
    name: "apple",
    titles: { en: "Apple", ru: "Яблоко", kk: "Алма" },
    role: "pay",
    pays: { 3: 3, 4: 8, 5: 25 },
  },
  {
    letter: "T",
    name: "tulip",
    titles: { en: "Tulip", ru: "Тюльпан", kk: "Қызғалдақ" },
    role: "pay",
    pays: { 3: 3, 4: 8, 5: 25 },
  },
];
