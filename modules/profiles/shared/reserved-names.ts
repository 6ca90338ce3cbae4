import { nameKey } from "#modules/accounts/shared/name-key.ts";

/** Refused anywhere in a name. The names of the deployment (host, sender of mails) are added. */
const brandWords = ["fairhouse", "фэйрхаус", "фейрхаус", "файрхаус"];

/** Refused at the beginning and at the end of a name: inside a word they may be part of another (badminton). */
const staffWords = [
  "admin",
  "administrator",
  "administration",
  "moderator",
  "support",
  "operator",
  "official",
  "helpdesk",
  "security",
  "cashier",
  "croupier",
  "customerservice",
  "podderzhka",
  "podderjka",
  "админ",
  "администратор",
  "администрация",
  "модератор",
  "поддержка",
  "оператор",
  "официальный",
  "крупье",
  "кассир",
  "қолдау",
  "әкімші",
  "әкімшілік",
];

/** Refused as a separate word: `mod`, `mod_ivan` and `IvanMod`, not `modern`. */
const shortWords = [
  "mod",
  "mods",
  "moder",
  "staff",
  "help",
  "bot",
  "root",
  "system",
  "house",
  "casino",
  "bank",
  "owner",
  "dealer",
  "demo",
  "guest",
  "hidden",
  "closed",
  "anonymous",
  "you",
  "null",
  "undefined",
  "nan",
  "модер",
  "бот",
  "казино",
  "касса",
  "банк",
  "демо",
  "гость",
  "дилер",
  "система",
  "помощь",
  "вы",
  "көмек",
  "қонақ",
  "сіз",
];

/** Digits used as letters in such names: `4dm1n`, `5upp0rt`. */
const spelled: Readonly<Record<string, string>> = {
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "b",
  "7": "t",
  "8": "b",
  "9": "g",
};

const plain = (text: string) => nameKey(text).replace(/[3-9]/g, digit => spelled[digit] ?? digit);
const brandKeys = brandWords.map(plain);
const staffKeys = staffWords.map(plain);
const shortKeys = new Set(shortWords.map(plain));

/** Whether a name could be mistaken for Fairhouse or its staff, also spelled with look-alikes and digits. */
export function isReserved(name: string, brands: readonly string[] = []): boolean {
  const key = plain(name);
  if ([...brandKeys, ...brands.map(plain)].some(word => word.length >= 3 && key.includes(word))) return true;
  // Trailing digits are not part of a word, but may stand for its letters: `admin12`, `adm1n`.
  const cores = new Set([name, name.replace(/\d+$/, "")].map(plain));
  if ([...cores].some(core => staffKeys.some(word => core.startsWith(word) || core.endsWith(word)))) return true;
  return wordsOf(name).some(word => shortKeys.has(plain(word)));
}

/** Whether it is the first name, the last name or the whole name of one of these people, also spelled with look-alikes. */
export function isNameOf(name: string, people: readonly string[]): boolean {
  const keys = new Set([name, name.replace(/\d+$/, "")].map(nameKey));
  return people.some(person => [person, ...person.split(/\s+/)].some(each => keys.has(nameKey(each))));
}

/** The words of a name: all of it, and the parts between separators, digits and changes of case. */
function wordsOf(name: string): readonly string[] {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1_$2").split(/[_-]+/);
  return [name.replace(/[_-]/g, ""), ...words, ...words.map(word => word.replace(/\d+$/, ""))];
}
