/** A promo code that was typed with a registration, until the player is signed in: on a mirror that takes two more pages. */

const key = "typed-promo-code";

/** Letters, digits, spaces and hyphens of ASCII: another script or an invisible character is a typing error. */
export const isCodeText = (text: string): boolean => /^[A-Za-z0-9 -]{1,64}$/.test(text);

export const keepTypedCode = (code: string): void => sessionStorage.setItem(key, code);
export const typedCode = (): string | null => sessionStorage.getItem(key);
export const forgetTypedCode = (): void => sessionStorage.removeItem(key);

const draftKey = "promo-code-draft";

/** The text of the form's field; null if it was not touched. A registration through a provider leaves the form. */
export const codeDraft = (): string | null => sessionStorage.getItem(draftKey);
export const keepCodeDraft = (text: string): void => sessionStorage.setItem(draftKey, text);
export const forgetCodeDraft = (): void => sessionStorage.removeItem(draftKey);

/**
 * The source that a registration sends. The code of its link goes with it; a typed one replaces it, and is redeemed once the
 * player is signed in, who sees whether it can be used.
 */
export function withTypedCode<S extends { readonly promo?: string | undefined }>(source: S, typed: string): S {
  const text = typed.trim();
  const isOfLink = text === (source.promo ?? "");
  if (!isOfLink && isCodeText(text)) keepTypedCode(text);
  else forgetTypedCode();
  return isOfLink ? source : { ...source, promo: undefined };
}
