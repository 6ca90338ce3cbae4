export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  /** Place of the line in the difference. */
  readonly place: number;
}

type Line = Omit<DiffLine, "place">;

/** Most lines that are compared in the middle: the table grows with the square. */
const mostCompared = 1_500;

/** The lines of two texts, and which were added and removed: a longest common subsequence. Of very long changes the whole middle is replaced. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const same = (text: string): Line => ({ kind: "same", text });
  const lines = [
    ...old.slice(0, start).map(same),
    ...middleOf(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
  return lines.map((line, place) => ({ ...line, place }));
}

function middleOf(old: readonly string[], now: readonly string[]): readonly Line[] {
  const removed = old.map(text => ({ kind: "removed", text }) as const);
  const added = now.map(text => ({ kind: "added", text }) as const);
  if (old.length === 0 || now.length === 0 || old.length + now.length > mostCompared) return [...removed, ...added];
  const lengths = commonLengths(old, now);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, fresh] = [removed[i], added[j]];
    if (gone && fresh && gone.text === fresh.text) {
      lines.push({ kind: "same", text: gone.text });
      i++;
      j++;
    } else if (gone && (!fresh || lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))) {
      lines.push(gone);
      i++;
    } else if (fresh) {
      lines.push(fresh);
      j++;
    }
  }
  return lines;
}

const lengthAt = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common subsequences of the ends from each pair of lines. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (!row) continue;
      row[j] =
        old[i] === now[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  return lengths;
}
