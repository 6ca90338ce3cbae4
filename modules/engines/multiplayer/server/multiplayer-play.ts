import { type ErrorCode, Failure, fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import { formatAmount, type Micros, type Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { capRefusal, currencyRefusal, limitRefusal, refusalOf, requestHash } from "#modules/bets/server/index.ts";
import { currencyRequired } from "#modules/bets/shared/errors.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import type { Bet, PlaceAnswer, WalletPort } from "#modules/wallet/server/port.ts";
import { type Fresh, freeSeat, isIn, type LiveRound, type MultiplayerRound, openerOf } from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";
import type { MultiplayerViews } from "./multiplayer-views.ts";
import { type SeatQueue, unavailableIfLeadershipLost } from "./seat-queue.ts";

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
  /** Of rounds that are opened now; who joins plays by the rules of the round. */
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

export interface Joining {
  readonly route: Pick<RouteSpec, "method" | "path">;
  readonly number: bigint;
  readonly body: { readonly currency?: string | undefined };
}

export type MultiplayerPlay<R extends MultiplayerRound> = ReturnType<typeof createMultiplayerPlay<R>>;

/** Opening, joining and cancelling rounds with seats. */
export function createMultiplayerPlay<R extends MultiplayerRound>(needs: MultiplayerPlayNeeds<R>) {
  const { host, wallet, draws, views, play } = needs;
  const { name, store } = needs.rules;
  const { errors } = play;
  const currentQueue = () => needs.queue() ?? fail(unavailable, { retryAfter: 1 });

  async function commitmentOf(number: bigint): Promise<string> {
    return required((await draws.facts(name, [number])).get(number), "a round that was opened has a commitment")
      .commitment;
  }

  /** The first answer to a stake that already has a seat. */
  async function existingPlacement({ liveRounds }: SeatQueue<R>, player: PlayerId, key: Uuid) {
    const live = liveRounds.ofBet(player, key);
    const stored = live?.stored ?? (await store.roundOf(player, key));
    if (!stored) return undefined;
    const bet = live
      ? [...live.bets.values()].find(each => each.player === player && each.key === key)
      : await wallet.bet(player, key);
    const commitment = live?.commitment ?? (await commitmentOf(stored.number));
    return { stored, data: views.placed(required(bet, "a seat has its stake"), stored, commitment) };
  }

  /** A stake placed before its round was stored is resumed; one refunded meanwhile is refused. */
  async function refuseRefunded({ player, key }: Bet): Promise<void> {
    if ((await wallet.bet(player, key))?.status !== "open") fail(errors.taken);
  }

  /** Takes the stake for a seat; any failure frees the seat. */
  async function stakeFor(queue: SeatQueue<R>, round: LiveRound<R>, seat: number, place: () => Promise<PlaceAnswer>) {
    const free = () => {
      round.taking.delete(seat);
      queue.freed();
    };
    let answer: PlaceAnswer;
    try {
      answer = await place();
    } catch (error) {
      free();
      throw error;
    }
    // A repeat found its stake placed but without this seat: nothing uses it, so it is refunded.
    if (answer.kind === "accepted" && !answer.replayed) return answer.bet;
    free();
    if (answer.kind === "accepted") throw new Failure(errors.taken);
    throw refusalOf(answer);
  }

  return {
    /**
     * Takes the opener's stake and stores the round. Fails, in this order: `currency_required`, `unavailable` (another process runs the rounds),
     * `currency_changed`, the game's own refusals, `stake_out_of_limits`, `win_cap`, too many open rounds, then the wallet's refusals.
     */
    async open(call: PlayCall, opening: Opening<R>) {
      const { player, currency = null } = call.session;
      const { key } = call;
      if (!currency) fail(currencyRequired);
      const queue = currentQueue();
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
      if (refusal && !(await wallet.bet(player, key))) throw refusal;
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
        const before = replayed ? await existingPlacement(queue, player, key) : undefined;
        if (before) return before.data;
        if (replayed) await refuseRefunded(bet);
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
    },

    /**
     * Reserves the lowest free seat in one synchronous step, then takes the stake; a refused stake frees the seat. For the last seat the answer is
     * sent once the close record is committed and published. Fails, in this order: `currency_required`, `unavailable`, `not_found`, own round,
     * `currency_changed`, another currency, `win_cap`, seat taken, then the wallet's refusals.
     */
    async join(call: PlayCall, { route, number, body }: Joining) {
      const { player, currency = null } = call.session;
      const { key } = call;
      if (!currency) fail(currencyRequired);
      const queue = currentQueue();
      return queue.underWay(player, key, async () => {
        const before = await existingPlacement(queue, player, key);
        if (before?.stored.number === number) return before.data;
        const round = queue.liveRounds.live.get(number) ?? (await goneOrMissing(number));
        const { stored } = round;
        if (isIn(round, player)) fail(errors.own);
        const otherCurrency = currencyRefusal(body.currency, currency);
        if (otherCurrency) throw otherCurrency;
        if (stored.currency !== currency) fail(errors.currency, { data: { currency: stored.currency } });
        const { cap } = needs.winCap(currency);
        const capped = capRefusal(cap, stored.stake, play.largest(stored));
        if (capped) throw capped;
        const seat = freeSeat(round) ?? fail(errors.taken);
        round.taking.set(seat, player);
        const bet = await stakeFor(queue, round, seat, () =>
          wallet.place({
            player,
            key,
            game: name,
            currency,
            stake: stored.stake,
            winCap: cap,
            requestHash: requestHash(route, { ...body, number: String(number) }),
            choice: { round: String(number), seat },
            rulesVersion: stored.rulesVersion,
            bettingWindow: { name, round: queue.windowRound },
          }),
        );
        await queue.liveRounds.join(round, seat, bet);
        return views.placed(bet, stored, round.commitment);
      });
    },

    /**
     * Cancels an own round while it has no other player: decided in one synchronous step. A repeat gets the same answer. Fails: `unavailable`,
     * `not_found` (also for another player's round), seat taken.
     */
    async withdraw(player: PlayerId, number: bigint) {
      const { liveRounds } = currentQueue();
      const round = liveRounds.live.get(number);
      const isOwn = (of: R | undefined) => of !== undefined && openerOf(of)?.player === player;
      if (round && isOwn(round.stored) && isAlone(round)) {
        round.withdrawn = true;
        await liveRounds.giveBack([round], "withdrawn").catch((error: unknown) => {
          throw unavailableIfLeadershipLost(error);
        });
        return answerOf(round.stored);
      }
      const stored = round?.stored ?? (await store.rounds([number]))[0];
      if (!stored || !isOwn(stored)) fail(notFound);
      return stored.state === "refunded" && stored.reason === "withdrawn" ? answerOf(stored) : fail(errors.taken);
    },
  };

  function answerOf({ number, currency, stake }: R) {
    return { id: `${name}-${number}`, currency, refunded: formatAmount(stake) };
  }

  /** For a round that is not live: it has ended, or never existed. */
  async function goneOrMissing(number: bigint): Promise<never> {
    return fail((await store.rounds([number])).length > 0 ? errors.taken : notFound);
  }
}

/** Only the opener has a seat, and no other seat is being taken. */
function isAlone(round: LiveRound<MultiplayerRound>): boolean {
  return round.stored.seats.length === 1 && round.taking.size === 0 && freeSeat(round) !== undefined;
}
