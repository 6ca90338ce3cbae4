import type { PlayerId } from "#kit/std/brand.ts";

/** A player's line of a board. Without a score, or disqualified, it has no place. */
export interface BoardEntry {
  readonly playerId: PlayerId;
  readonly score: bigint;
  readonly reachedAt: Date | null;
  readonly isDisqualified: boolean;
}

interface Placed {
  readonly playerId: PlayerId;
  readonly score: bigint;
  readonly reachedMs: number;
}

/** A chunk is split at twice this many. */
const chunkSize = 512;

/** Highest score first; of equal ones the one reached earlier, then the lower id: as the index of the board. */
function before(a: Placed, b: Placed): boolean {
  if (a.score !== b.score) return a.score > b.score;
  if (a.reachedMs !== b.reachedMs) return a.reachedMs < b.reachedMs;
  return a.playerId < b.playerId;
}

/**
 * The entries of one board in the order of their places: sorted chunks, so that a place is the sizes of the chunks before it and a position in
 * one, and a change moves only one chunk.
 */
export class RankedEntries {
  readonly #entries = new Map<PlayerId, BoardEntry>();
  #chunks: Placed[][] = [];

  constructor(all: Iterable<BoardEntry> = []) {
    const placed: Placed[] = [];
    for (const entry of all) {
      this.#entries.set(entry.playerId, entry);
      const line = placedOf(entry);
      if (line) placed.push(line);
    }
    placed.sort((a, b) => (before(a, b) ? -1 : 1));
    for (let begin = 0; begin < placed.length; begin += chunkSize)
      this.#chunks.push(placed.slice(begin, begin + chunkSize));
  }

  /** Players who take part. */
  get size(): number {
    return this.#entries.size;
  }

  entry(player: PlayerId): BoardEntry | undefined {
    return this.#entries.get(player);
  }

  set(entry: BoardEntry): void {
    const known = this.#entries.get(entry.playerId);
    this.#entries.set(entry.playerId, entry);
    const [from, to] = [known && placedOf(known), placedOf(entry)];
    if (from && to && !before(from, to) && !before(to, from)) return;
    if (from) this.#remove(from);
    if (to) this.#insert(to);
  }

  /** From 1; undefined without one. */
  placeOf(player: PlayerId): number | undefined {
    const entry = this.#entries.get(player);
    const line = entry && placedOf(entry);
    if (!line) return undefined;
    const chunk = this.#chunkOf(line);
    let place = 1;
    for (let index = 0; index < chunk; index++) place += this.#chunks[index]?.length ?? 0;
    return place + positionIn(this.#chunks[chunk] ?? [], line);
  }

  /** The first of the board. */
  top(count: number): readonly { readonly playerId: PlayerId; readonly score: bigint; readonly reachedAt: Date }[] {
    const found: Placed[] = [];
    for (const chunk of this.#chunks) {
      if (found.length >= count) break;
      found.push(...chunk.slice(0, count - found.length));
    }
    return found.map(({ playerId, score, reachedMs }) => ({ playerId, score, reachedAt: new Date(reachedMs) }));
  }

  /** The first chunk whose last line is not before this one: where it is, or belongs. */
  #chunkOf(line: Placed): number {
    let [low, high] = [0, this.#chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = this.#chunks[middle]?.at(-1);
      if (last && before(last, line)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #remove(line: Placed): void {
    const index = this.#chunkOf(line);
    const chunk = this.#chunks[index];
    if (!chunk) return;
    chunk.splice(positionIn(chunk, line), 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  #insert(line: Placed): void {
    const index = Math.min(this.#chunkOf(line), Math.max(0, this.#chunks.length - 1));
    const chunk = this.#chunks[index];
    if (!chunk) {
      this.#chunks.push([line]);
      return;
    }
    chunk.splice(positionIn(chunk, line), 0, line);
    if (chunk.length >= 2 * chunkSize) this.#chunks.splice(index, 1, chunk.slice(0, chunkSize), chunk.slice(chunkSize));
  }
}

function placedOf({ playerId, score, reachedAt, isDisqualified }: BoardEntry): Placed | undefined {
  if (score <= 0n || isDisqualified || !reachedAt) return undefined;
  return { playerId, score, reachedMs: reachedAt.getTime() };
}

/** How many lines of the chunk are before this one. */
function positionIn(chunk: readonly Placed[], line: Placed): number {
  let [low, high] = [0, chunk.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = chunk[middle];
    if (at && before(at, line)) low = middle + 1;
    else high = middle;
  }
  return low;
}
