/** Characters of a phrase. */
export const phraseLength = { min: 3, max: 40 } as const;

/**
 * Letters, digits, spaces and common punctuation of any script: no control, direction or zero-width marks, and nothing that a
 * mail program would turn into a link.
 */
const allowed = /^[\p{L}\p{M}\p{N}\p{Emoji_Presentation} .,!?'"«»()+&#:;–—-]+$/u;
const link = /:\/\/|www\.|[\p{L}\p{N}]\.[\p{L}\p{N}]/iu;

/** The phrase as stored; undefined if it is invalid. */
export function readPhrase(text: string): string | undefined {
  const phrase = text.normalize("NFC").trim().replace(/ {2,}/g, " ");
  const length = [...phrase].length;
  const fits = length >= phraseLength.min && length <= phraseLength.max;
  return fits && allowed.test(phrase) && !link.test(phrase) ? phrase : undefined;
}
