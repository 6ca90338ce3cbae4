/** How a pseudonym of a player is written in files: 128 bits in hex. */
export const pseudonymPattern = /^p-([0-9a-f]{32})$/;

export function isPseudonym(text: string): boolean {
  return pseudonymPattern.test(text);
}
