/**
 * Compares folded texts with the words of a query: 0 for whole words, a little for the beginning of one, 1 for each typo; undefined
 * where a word is not there. Words that many texts share are compared once.
 */
export function createMatcher(words: readonly string[]): (text: string) => number | undefined {
  const known = words.map(word => ({ word, typos: new Map<string, number>() }));
  return text => {
    const parts = text.split(" ");
    let sum = 0;
    for (const { word, typos } of known) {
      let best = Number.POSITIVE_INFINITY;
      for (const part of parts) {
        const found = typos.get(part) ?? typosOf(word, part);
        typos.set(part, found);
        best = Math.min(best, found);
      }
      if (!Number.isFinite(best)) return undefined;
      sum += best;
    }
    return sum;
  };
}

/** One typo in five letters: a letter wrong, missing, too many, or two in the wrong order. */
export const allowedTypos = (word: string): number => Math.floor(word.length / 5);

/** The word may be the beginning of the part, while it is still being typed. Infinity where it is neither. */
function typosOf(word: string, part: string): number {
  if (part === word) return 0;
  if (part.startsWith(word)) return 0.1;
  const most = allowedTypos(word);
  if (most === 0 || part.length < word.length - most) return Number.POSITIVE_INFINITY;
  let missing = 0;
  for (const letter of word) if (!part.includes(letter)) missing++;
  if (missing > most) return Number.POSITIVE_INFINITY;
  const typos = prefixDistance(word, part.slice(0, word.length + most));
  return typos <= most ? typos : Number.POSITIVE_INFINITY;
}

/** The least number of edits that make `word` a beginning of `part` (optimal string alignment). */
function prefixDistance(word: string, part: string): number {
  let [before, last] = [[] as number[], Array.from({ length: part.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= word.length; row++) {
    const next = [row];
    for (let column = 1; column <= part.length; column++) {
      const same = word[row - 1] === part[column - 1];
      let edits = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      if (row > 1 && column > 1 && word[row - 1] === part[column - 2] && word[row - 2] === part[column - 1]) {
        edits = Math.min(edits, at(before, column - 2) + 1);
      }
      next.push(edits);
    }
    [before, last] = [last, next];
  }
  return Math.min(...last);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
