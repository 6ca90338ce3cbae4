import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { playSeeds } from "#studio/engine/shared/spin.ts";
import type { RoundView, SpinRequest } from "#studio/frame/shared/calls.ts";
import type { Games } from "./games.ts";
import type { Session } from "./sessions.ts";
import { checkStake } from "./spin-stake.ts";
import type { StudioHost } from "./studio-host.ts";

/** A round of play chips: the same draw from seeds of its own. No wallet, nothing is kept. */
export function demoRound({ random }: StudioHost, games: Games, session: Session, request: SpinRequest): RoundView {
  const stake = checkStake(games, session, request);
  const { game } = games.get(session.game);
  const seeds = { seed: random.bytes(32), clientSeed: "demo", nonce: 0, answer: toHex(random.bytes(16)) };
  const { events, multiple, capped, cost, payout } = playSeeds(
    nobleHashes,
    { game, mode: request.mode, currency: session.currency, stake },
    seeds,
  );
  return {
    mode: request.mode,
    stake: formatAmount(stake),
    cost: formatAmount(cost),
    payout: formatAmount(payout),
    multiple,
    capped,
    events,
    jackpot: null,
    balance: null,
    state: "demo",
  };
}
