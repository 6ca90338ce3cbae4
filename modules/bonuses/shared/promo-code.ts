/** The text of promo codes, as it is typed and as it is compared. */

/** Letters, digits, spaces and hyphens of ASCII: another script or an invisible character is a typing error, never another code. */
export const promoCodePattern = /^[A-Za-z0-9 -]{1,64}$/;

/** Without what is easily confused, such as O and 0, I, L and 1. */
export const codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/** Length of a code of a batch: 59 bits. */
export const codeLength = 12;

/** What is compared: case, spaces, hyphens and look-alikes make no difference. Undefined when the text is no code. */
export function foldCode(text: string): string | undefined {
  if (!promoCodePattern.test(text)) return undefined;
  const folded = text.replace(/[ -]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  return folded.length >= 4 && folded.length <= 32 ? folded : undefined;
}

/** In groups of four, as it is printed. */
export const shownCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");
