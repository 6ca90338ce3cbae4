import { type Language, sayIn } from "../../web/texts.ts";

const en = {
  player: "Player",
  banker: "Banker",
  tie: "Tie",
  "player-pair": "P pair",
  "banker-pair": "B pair",
  "either-pair": "Either pair",
  "perfect-pair": "Perfect pair",
  "name-player-pair": "Player pair",
  "name-banker-pair": "Banker pair",
  "letter-player": "P",
  "letter-banker": "B",
  "letter-tie": "T",
  dealing: "Dealing cards",
  playerWins: "Player wins, {player} to {banker}",
  bankerWins: "Banker wins, {banker} to {player}",
  tieIs: "Tie, {player} each",
  squeezePlayer: "The player’s last card",
  squeezeBanker: "The banker’s last card",
  lift: "Drag its edge to look",
  turn: "Turn it over",
  next: "Next {name}",
  sheet: "Last rounds",
  rules:
    "Every round is dealt from eight fresh decks, so cards cannot be counted. House edge: Banker 1.06%, Player 1.24%, Tie 14.36%, pair 10.36%, either pair 13.71%, perfect pair 8.05%. A tie returns stakes on Player and Banker. Your bet counts once the casino has confirmed it.",
};
export type BaccaratText = keyof typeof en;
type Texts = Readonly<Record<BaccaratText, string>>;

const ru: Texts = {
  player: "Игрок",
  banker: "Банкир",
  tie: "Ничья",
  "player-pair": "Пара И",
  "banker-pair": "Пара Б",
  "either-pair": "Любая пара",
  "perfect-pair": "Идеальная пара",
  "name-player-pair": "Пара игрока",
  "name-banker-pair": "Пара банкира",
  "letter-player": "И",
  "letter-banker": "Б",
  "letter-tie": "Н",
  dealing: "Карты раздаются",
  playerWins: "Игрок выигрывает, {player}:{banker}",
  bankerWins: "Банкир выигрывает, {banker}:{player}",
  tieIs: "Ничья, {player}:{banker}",
  squeezePlayer: "Последняя карта игрока",
  squeezeBanker: "Последняя карта банкира",
  lift: "Потяните за край, чтобы подсмотреть",
  turn: "Открыть",
  next: "Далее {name}",
  sheet: "Последние раунды",
  rules:
    "Каждый раунд раздаётся из восьми новых колод, поэтому считать карты бесполезно. Преимущество казино: банкир 1,06%, игрок 1,24%, ничья 14,36%, пара 10,36%, любая пара 13,71%, идеальная пара 8,05%. При ничьей ставки на игрока и банкира возвращаются. Ставка действует, когда её подтвердило казино.",
};

const kk: Texts = {
  player: "Ойыншы",
  banker: "Банкир",
  tie: "Тең",
  "player-pair": "О жұбы",
  "banker-pair": "Б жұбы",
  "either-pair": "Кез келген жұп",
  "perfect-pair": "Мінсіз жұп",
  "name-player-pair": "Ойыншы жұбы",
  "name-banker-pair": "Банкир жұбы",
  "letter-player": "О",
  "letter-banker": "Б",
  "letter-tie": "Т",
  dealing: "Карталар таратылуда",
  playerWins: "Ойыншы ұтты, {player}:{banker}",
  bankerWins: "Банкир ұтты, {banker}:{player}",
  tieIs: "Тең, {player}:{banker}",
  squeezePlayer: "Ойыншының соңғы картасы",
  squeezeBanker: "Банкирдің соңғы картасы",
  lift: "Шетінен тартып, ашып қараңыз",
  turn: "Ашу",
  next: "Келесі: {name}",
  sheet: "Соңғы раундтар",
  rules:
    "Әр раунд сегіз жаңа колодадан таратылады, сондықтан карталарды санаудың пайдасы жоқ. Казино артықшылығы: банкир 1,06%, ойыншы 1,24%, тең 14,36%, жұп 10,36%, кез келген жұп 13,71%, мінсіз жұп 8,05%. Тең болса, ойыншы мен банкирге тігілген бәс қайтарылады. Бәс казино растағанда ғана күшіне енеді.",
};

export const baccaratTexts = (language: Language) => sayIn({ en, ru, kk }, language);
