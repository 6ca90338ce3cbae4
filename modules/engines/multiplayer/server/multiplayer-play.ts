import { type ErrorCode, fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Micros, Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import type { WalletPort } from "#modules/wallet/server/port.ts";
import { factsIn, type MultiplayerRound } from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";
import type { MultiplayerViews } from "./multiplayer-views.ts";
import type { SeatQueue } from "./seat-queue.ts";

/** What the actions of players need. */
export interface MultiplayerPlayNeeds<R extends MultiplayerRound> {
  readonly host: Pick<Host, "clock" | "failpoints">;
  readonly wallet: WalletPort;
  readonly draws: Pick<MultiplayerDraws, "facts">;
  readonly rules: Pick<MultiplayerRules<R, never>, "name"> & {
    readonly store: Pick<MultiplayerRules<R, never>["store"], "rounds" | "roundOf">;
  };
  readonly views: MultiplayerViews<R>;
  readonly winCap: (currency: Currency) => { readonly cap: Micros };
  readonly play: MultiplayerPlayRules<R>;
  readonly queue: () => SeatQueue<R> | undefined;
}

/** Player actions of a game, and their refusals. */
export interface MultiplayerPlayRules<R extends MultiplayerRound> {
  /** Version of the rules of rounds that are opened now; who joins plays by the rules of the round. */
  readonly rulesVersion: string;
  readonly limits: StakeTable;
  /** The number of rounds that one player may have open. */
  readonly openPerPlayer: number;
  /** The largest payout of a stake in this round. */
  readonly largest: (round: R) => Ratio;
  readonly errors: {
    /** No seat is free, or the round has ended. */
    readonly taken: ErrorCode;
    /** The player already has a seat in it. */
    readonly own: ErrorCode;
    /** The round is in another currency; `data.currency` names it. */
    readonly currency: ErrorCode;
    readonly tooMany: ErrorCode;
  };
}

/** The parts of a call that all actions here use. */
export interface PlayCall {
  readonly session: Pick<Session, "player" | "currency">;
  readonly key: Uuid;
}

/** The rounds of this process. Fails with `unavailable` when another process runs them. */
export function queueOf<R extends MultiplayerRound>({ queue }: MultiplayerPlayNeeds<R>): SeatQueue<R> {
  return queue() ?? fail(unavailable, { retryAfter: 1 });
}

/** The first answer to a stake that already has a seat. */
export async function existingPlacement<R extends MultiplayerRound>(
  { wallet, draws, views, rules: { name, store } }: MultiplayerPlayNeeds<R>,
  { liveRounds }: SeatQueue<R>,
  player: PlayerId,
  key: Uuid,
) {
  const live = liveRounds.ofBet(player, key);
  const stored = live?.stored ?? (await store.roundOf(player, key));
  if (!stored) return undefined;
  const bet = live
    ? [...live.bets.values()].find(each => each.player === player && each.key === key)
    : await wallet.bet(player, key);
  const commitment = live?.commitment ?? factsIn(await draws.facts(name, [stored.number]), stored.number).commitment;
  return { stored, data: views.placed(required(bet, "a seat has its stake"), stored, commitment) };
}
