/**
 * The prototype of each letter, after lower case: Latin, Cyrillic and Greek letters and digits that look the same share one. The pairs are
 * those of Unicode's confusables (UTS #39) for these three alphabets, closed under upper and lower case.
 */
const lookalikes: Readonly<Record<string, string>> = {
  // Digits and Latin.
  "0": "o",
  "1": "l",
  i: "l",
  "|": "l",
  ı: "l",
  ł: "l",
  ø: "o",
  đ: "d",
  ħ: "h",
  ŧ: "t",
  ß: "b",
  ſ: "f",
  ɑ: "a",
  æ: "ae",
  œ: "oe",
  ƒ: "f",
  ƙ: "k",
  ƅ: "b",
  // Cyrillic.
  а: "a",
  в: "b",
  г: "r",
  е: "e",
  з: "3",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  п: "n",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
  ь: "b",
  б: "6",
  і: "l",
  ӏ: "l",
  ј: "j",
  ѕ: "s",
  һ: "h",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  ѵ: "v",
  ғ: "r",
  қ: "k",
  ң: "h",
  ө: "o",
  ұ: "y",
  ү: "y",
  ҝ: "k",
  ҡ: "k",
  ҳ: "x",
  ҫ: "c",
  ҹ: "ч",
  ҷ: "ч",
  є: "e",
  ґ: "r",
  ҕ: "r",
  ђ: "h",
  ћ: "h",
  // Greek.
  α: "a",
  β: "b",
  γ: "y",
  ε: "e",
  ζ: "z",
  η: "h",
  θ: "o",
  ι: "l",
  κ: "k",
  μ: "m",
  ν: "v",
  ο: "o",
  π: "n",
  ρ: "p",
  σ: "o",
  ς: "c",
  τ: "t",
  υ: "y",
  φ: "ф",
  χ: "x",
  ω: "w",
  ϲ: "c",
  ϳ: "j",
};

/**
 * The visual key of a name: two names with the same key cannot both be taken. Case, accents, separators and compatibility forms (full-width
 * letters, ligatures) are ignored.
 */
export function nameKey(name: string): string {
  const letters = [
    ...name
      .normalize("NFKD")
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\p{M}\p{Cf}\s._-]/gu, ""),
  ];
  const lookalike = letters.map(letter => lookalikes[letter] ?? letter).join("");
  return lookalike.replaceAll("rn", "m").replaceAll("vv", "w");
}
