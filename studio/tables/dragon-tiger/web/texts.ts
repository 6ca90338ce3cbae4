import { type Language, sayIn } from "../../web/texts.ts";

const en = {
  dragon: "Dragon",
  tiger: "Tiger",
  tie: "Tie",
  "suited-tie": "Suited tie",
  "letter-dragon": "D",
  "letter-tiger": "T",
  "letter-tie": "=",
  dealing: "Dealing two cards",
  dragonWins: "Dragon wins, {dragon} over {tiger}",
  tigerWins: "Tiger wins, {tiger} over {dragon}",
  tieIs: "Tie, {dragon}",
  next: "Next {name}",
  sheet: "Last rounds",
  half: "1:1, half back on a tie",
  rules:
    "One card each from eight fresh decks; the higher card wins, the ace is the lowest. On a tie, Dragon and Tiger get half of the stake back. House edge: Dragon and Tiger 3.73%, Tie 10.36%, suited tie 13.98%. Your bet counts once the casino has confirmed it.",
};
export type DragonTigerText = keyof typeof en;
type Texts = Readonly<Record<DragonTigerText, string>>;

const ru: Texts = {
  dragon: "Дракон",
  tiger: "Тигр",
  tie: "Ничья",
  "suited-tie": "Ничья в масть",
  "letter-dragon": "Д",
  "letter-tiger": "Т",
  "letter-tie": "=",
  dealing: "Раздаются две карты",
  dragonWins: "Дракон выигрывает, {dragon} против {tiger}",
  tigerWins: "Тигр выигрывает, {tiger} против {dragon}",
  tieIs: "Ничья, {dragon}",
  next: "Далее {name}",
  sheet: "Последние раунды",
  half: "1:1, при ничьей половина",
  rules:
    "По одной карте из восьми новых колод; выигрывает старшая, туз — младшая карта. При ничьей возвращается половина ставки на дракона или тигра. Преимущество казино: дракон и тигр 3,73%, ничья 10,36%, ничья в масть 13,98%. Ставка действует, когда её подтвердило казино.",
};

const kk: Texts = {
  dragon: "Айдаһар",
  tiger: "Жолбарыс",
  tie: "Тең",
  "suited-tie": "Бір түсті тең",
  "letter-dragon": "А",
  "letter-tiger": "Ж",
  "letter-tie": "=",
  dealing: "Екі карта таратылуда",
  dragonWins: "Айдаһар ұтты, {dragon} мен {tiger}",
  tigerWins: "Жолбарыс ұтты, {tiger} мен {dragon}",
  tieIs: "Тең, {dragon}",
  next: "Келесі: {name}",
  sheet: "Соңғы раундтар",
  half: "1:1, тең болса жартысы",
  rules:
    "Сегіз жаңа колодадан бір-бір карта таратылады; үлкен карта ұтады, тұз — ең кішісі. Тең болса, айдаһарға немесе жолбарысқа тігілген бәстің жартысы қайтады. Казино артықшылығы: айдаһар мен жолбарыс 3,73%, тең 10,36%, бір түсті тең 13,98%. Бәс казино растағанда ғана күшіне енеді.",
};

export const dragonTigerTexts = (language: Language) => sayIn({ en, ru, kk }, language);
