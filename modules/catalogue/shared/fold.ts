/**
 * Text as the search compares it: lower case, Latin letters in place of Russian and Kazakh ones, no accents, one space between words.
 * "Алтын Дала", "Altyn Dala" and "ALTYN-DALA" are the same.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[а-яёәғқңөұүһі]/g, letter => latin[letter] ?? "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ı", "i")
    .replaceAll(/['’ʼ]/g, "")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}

/** The words of a query, each once, at most {@link mostWords}. */
export function wordsOf(query: string): readonly string[] {
  return [...new Set(fold(query).split(" "))].filter(word => word !== "").slice(0, mostWords);
}

/** Titles are shorter, and further words would make a search slower. */
const mostWords = 6;

const latin: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ё: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "sch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
  ә: "a",
  ғ: "g",
  қ: "k",
  ң: "n",
  ө: "o",
  ұ: "u",
  ү: "u",
  һ: "h",
  і: "i",
};
