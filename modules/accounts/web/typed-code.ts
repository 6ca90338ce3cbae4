/** A promo code that was typed with a registration, until the player is signed in: on a mirror that takes two more pages. */

const key = "typed-promo-code";

/** Letters, digits, spaces and hyphens of ASCII: another script or an invisible character is a typing error. */
export const isCodeText = (text: string): boolean => /^[A-Za-z0-9 -]{1,64}$/.test(text);

export const keepTypedCode = (code: string): void => sessionStorage.setItem(key, code);
export const typedCode = (): string | null => sessionStorage.getItem(key);
export const forgetTypedCode = (): void => sessionStorage.removeItem(key);
