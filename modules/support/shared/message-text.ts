/** Characters and lines of one message. */
export const longestMessage = 4000;
export const mostLines = 100;

/** Bidirectional overrides and isolates, which can make a text read differently from what it says. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
/** Control characters except the line feed; the tab becomes a space. */
const controls = /(?!\n)\p{Cc}/gu;

/** A message as it is stored: plain text, at most one empty line in a row. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\t/g, " ")
    .replace(controls, "")
    .replace(directionMarks, "")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const cardLike = /(?<![\d])\d(?:[ -]?\d){12,18}(?!\d)/g;
const codeLike = /(\b(?:cvv2?|cvc2?|pin|code|otp)\b|код\p{L}*|пин\p{L}*)([^\p{L}\d\n]{0,6})(\d{3,8})(?!\d)/giu;

/** Card numbers (by their check digit) and security or sign-in codes, replaced by dots before anybody stores or reads them. */
export function maskSecrets(text: string): string {
  return text
    .replace(cardLike, found => {
      const digits = found.replace(/\D/g, "");
      return isCardNumber(digits) ? `•••• ${digits.slice(-4)}` : found;
    })
    .replace(codeLike, (_all, word: string, gap: string) => `${word}${gap}••••`);
}

/** Luhn, ISO/IEC 7812-1. */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
