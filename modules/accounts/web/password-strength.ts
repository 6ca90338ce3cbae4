/**
 * A rough estimate of how long guessing a password would take: 1 weak to 4 strong, 0 for none. Length counts most, then kinds of
 * characters; repetition does not count.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === "") return 0;
  const different = new Set(password).size;
  if (password.length < 8 || different < 5) return 1;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter(kind => kind.test(password)).length;
  const score = Math.min(password.length, different * 1.5) + kinds * 2;
  return score < 14 ? 2 : score < 18 ? 3 : 4;
}
