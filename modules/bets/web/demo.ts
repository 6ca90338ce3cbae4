import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";

/** Demo play: the game's own rules on seeds of the page's own. No call is made and no balance changes. */
export interface DemoSeeds {
  /** The stream of the next nonce. */
  next(): WordStream;
  /** The next nonce for a round that is played in steps: its stream from the first word at each call. */
  round(): () => WordStream;
}

/** @param randomBytes the browser's random source */
export function openDemo(game: string, randomBytes: (count: number) => Uint8Array): DemoSeeds {
  const serverSeed = randomBytes(32);
  let nonce = 0;
  const open = (at: number) => openStream(nobleHashes, serverSeed, [game, "demo", at]);
  return {
    next: () => open(nonce++),
    round() {
      const at = nonce++;
      return () => open(at);
    },
  };
}

export function browserBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
