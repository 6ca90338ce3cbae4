/**
 * What players write when play harms them, in three languages, as beginnings of phrases: about their life, about losing control, about
 * money they need. A match suggests and a person decides, so plain cases are enough: "I lost my password" is none.
 */
const phrases: readonly string[] = [
  "kill myself",
  "end my life",
  "suicid",
  "don't want to live",
  "can't stop gambling",
  "can't stop playing",
  "can't control",
  "cannot stop",
  "i'm addicted",
  "i am addicted",
  "gambling addict",
  "gambling problem",
  "lost everything",
  "lost all my money",
  "lost my savings",
  "my rent money",
  "borrowed money",
  "deep in debt",
  "покончить с собой",
  "покончу с собой",
  "не хочу жить",
  "самоубийств",
  "суицид",
  "не могу остановиться",
  "не могу перестать играть",
  "не могу не играть",
  "у меня зависимость",
  "я зависим",
  "лудоман",
  "игроман",
  "проиграл все",
  "проиграла все",
  "последние деньги",
  "деньги на еду",
  "весь в долгах",
  "вся в долгах",
  "занял денег",
  "заняла денег",
  "взял кредит",
  "взяла кредит",
  "өзімді өлтір",
  "өзіме қол жұмса",
  "өмір сүргім келмей",
  "тоқтай алмай",
  "ойынды қоя алмай",
  "ойынға тәуелді",
  "құмарпаз",
  "бәрін ұтып ал",
  "барлығын ұтыл",
  "соңғы ақша",
  "қарызға бат",
  "несие алды",
];

/** The phrase that suggests harm, as the list has it; undefined if there is none. */
export function suggestsHarm(text: string): string | undefined {
  const plain = ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replaceAll("ё", "е")
    .replace(/[^\p{L}\p{N}']+/gu, " ")} `;
  return phrases.find(phrase => plain.includes(` ${phrase}`));
}
