/** A shortened hash: `9f27c4e1b80a…6d13ee`. */
export function shortHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 12)}…${hash.slice(-6)}` : hash;
}
