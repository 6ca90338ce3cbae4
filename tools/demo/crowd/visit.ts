import type { SignedIn } from "./player.ts";

/** One visit of a demo player to a game: a bet, or a complete stepwise round. */
export type Visit = (player: SignedIn) => Promise<void>;

interface Opened {
  readonly data?: { readonly id?: string; readonly status?: string };
}

const openedId = (body: unknown): string | undefined => (body as Opened | null)?.data?.id;

/** Takes up to `most` steps with a pause before each, then cashes out what has been won. */
export async function inSteps(
  player: SignedIn,
  game: string,
  start: object,
  step: (n: number) => [string, object],
  most: number,
) {
  const begun = await player.bet(`/api/v1/games/${game}/bets`, { stake: player.nextStake(), ...start });
  const id = openedId(begun.body);
  if (begun.status !== 201 || id === undefined) return;
  for (let n = 0; n < most; n++) {
    await player.pause(1_500);
    const [name, body] = step(n);
    const { status, body: answer } = await player.bet(`/api/v1/games/${game}/bets/${id}/${name}`, body);
    if (status >= 300 || (answer as Opened | null)?.data?.status !== "open") return;
  }
  await player.bet(`/api/v1/games/${game}/bets/${id}/cash-out`, {});
}
