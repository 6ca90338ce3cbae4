/**
 * Beginnings of words that are refused in all rooms: insults, and selling accounts. Compared after folding of look-alike letters. A list
 * refuses the plain cases; the rest is reported and decided by people.
 */
export const refusedStems: readonly string[] = [
  "fuck",
  "cunt",
  "nigger",
  "faggot",
  "whore",
  "хуй",
  "хуе",
  "хуё",
  "пизд",
  "ебан",
  "ебат",
  "ёбан",
  "блядь",
  "бляди",
  "мудак",
  "пидор",
  "пидар",
  "сука",
  "қотақ",
  "котак",
  "амың",
  "сігей",
  "жәлеп",
];
