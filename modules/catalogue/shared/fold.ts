/**
 * Text as the search compares it: lower case, Russian and Kazakh letters as Latin ones, accents gone, words apart by one space.
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

/** More words than a title has make a search slower and find nothing. */
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
