import { Failure, fail } from "#kit/contract/error-code.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Json } from "#kit/std/json.ts";
import { capRefusal, currencyRefusal, limitRefusal, refusalOf, requestHash } from "#modules/bets/server/index.ts";
import { currencyRequired } from "#modules/bets/shared/errors.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { existingPlacement, type MultiplayerPlayNeeds, type PlayCall, queueOf } from "./multiplayer-play.ts";
import type { Fresh, MultiplayerRound } from "./multiplayer-round.ts";

export interface Opening<R extends MultiplayerRound> {
  readonly route: Pick<RouteSpec, "method" | "path">;
  /** The request's body: compared when the key is repeated. */
  readonly body: unknown;
  /** The currency named in the request. */
  readonly expectedCurrency: string | undefined;
  readonly choice: Readonly<Record<string, Json>>;
  /** The round to open, without the fields that all games share. */
  readonly make: (currency: Currency) => Omit<Fresh<R>, keyof Common>;
  readonly stake: (currency: Currency) => Micros;
  readonly size: number;
  /** The game's own refusals. */
  readonly refusal?: (currency: Currency, stake: Micros) => Failure | undefined;
}

type Common = Pick<
  MultiplayerRound,
  "state" | "currency" | "stake" | "size" | "rulesVersion" | "seats" | "openedAt" | "endedAt" | "reason"
>;

/**
 * Takes the opener's stake and stores the round. Fails, in this order: `currency_required`, `unavailable` (another process runs the rounds),
 * `currency_changed`, the game's own refusals, `stake_out_of_limits`, `win_cap`, too many open rounds, then the wallet's refusals.
 */
export async function openRound<R extends MultiplayerRound>(
  needs: MultiplayerPlayNeeds<R>,
  call: PlayCall,
  opening: Opening<R>,
) {
  const { host, wallet, views, play } = needs;
  const { name } = needs.rules;
  const { errors } = play;
  const { player, currency = null } = call.session;
  const { key } = call;
  if (!currency) fail(currencyRequired);
  const queue = queueOf(needs);
  const stake = opening.stake(currency);
  const { cap } = needs.winCap(currency);
  const shape = {
    ...opening.make(currency),
    size: opening.size,
    currency,
    stake,
    rulesVersion: play.rulesVersion,
  } as unknown as R;
  const refusal =
    currencyRefusal(opening.expectedCurrency, currency) ??
    opening.refusal?.(currency, stake) ??
    limitRefusal(play.limits, currency, stake) ??
    capRefusal(cap, stake, play.largest(shape)) ??
    (queue.liveRounds.isFull(player, play.openPerPlayer) ? new Failure(errors.tooMany) : undefined);
  // A repeated request gets its first answer, whatever has changed since.
  if (refusal && !(await wallet.bet(player, key, { waits: true }))) throw refusal;
  return queue.underWay(player, key, async () => {
    const answer = await wallet.place({
      player,
      key,
      game: name,
      currency,
      stake,
      winCap: cap,
      requestHash: requestHash(opening.route, opening.body),
      choice: { ...opening.choice, seat: 1 },
      rulesVersion: play.rulesVersion,
      bettingWindow: { name, round: queue.windowRound },
    });
    if (answer.kind === "refused") throw refusalOf(answer);
    const { bet, replayed } = answer;
    const before = replayed ? await existingPlacement(needs, queue, player, key) : undefined;
    if (before) return before.data;
    if (replayed) await refuseRefunded(needs, bet);
    host.failpoints.hit(`${name}.placed`);
    const common: Common = {
      state: "open",
      currency,
      stake,
      size: opening.size,
      rulesVersion: play.rulesVersion,
      seats: [{ seat: 1, player, key }],
      openedAt: new Date(host.clock.now()),
      endedAt: null,
      reason: null,
    };
    const fresh = { ...opening.make(currency), ...common } as unknown as Fresh<R>;
    const round = await queue.liveRounds.open(fresh, bet);
    return views.placed(bet, round.stored, round.commitment);
  });
}

/** A stake placed before its round was stored is resumed; one refunded meanwhile is refused. */
async function refuseRefunded<R extends MultiplayerRound>(
  { wallet, play }: MultiplayerPlayNeeds<R>,
  { player, key }: Bet,
): Promise<void> {
  if ((await wallet.bet(player, key))?.status !== "open") fail(play.errors.taken);
}
