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
import {
  type Fresh,
  freeSeat,
  isIn,
  type LiveRound,
  type MultiplayerRound,
  type MultiplayerRules,
  openerOf,
} from "./multiplayer-round.ts";
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

/** What players of a game may do, and what they are refused for. */
export interface MultiplayerPlayRules<R extends MultiplayerRound> {
  /** Of rounds that are opened now; who joins plays by the rules of the round. */
  readonly rulesVersion: string;
  readonly limits: StakeTable;
  /** Rounds that one player may have open. */
  readonly openPerPlayer: number;
  /** The most that a stake in this round can pay. */
  readonly largest: (round: R) => Ratio;
  readonly errors: {
    /** No seat is free, or it has ended. */
    readonly taken: ErrorCode;
    /** The player is in it already. */
    readonly own: ErrorCode;
    /** It is in another currency; `data.currency` is the round's. */
    readonly currency: ErrorCode;
    readonly tooMany: ErrorCode;
  };
}

/** The parts of a call that everything here needs. */
export interface PlayCall {
  readonly session: Pick<Session, "player" | "currency">;
  readonly key: Uuid;
}

export interface Opening<R extends MultiplayerRound> {
  readonly route: Pick<RouteSpec, "method" | "path">;
  /** The request's body: what its key stands for. */
  readonly body: unknown;
  /** The currency that the request names. */
  readonly expectedCurrency: string | undefined;
  readonly choice: Readonly<Record<string, Json>>;
  /** The round to open; what it lacks is the same for all games. */
  readonly make: (currency: Currency) => Omit<Fresh<R>, keyof Common>;
  readonly stake: (currency: Currency) => Micros;
  readonly size: number;
  /** A refusal of the game's own. */
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

/** Opening, joining and taking back rounds with seats. */
export function createMultiplayerPlay<R extends MultiplayerRound>(needs: MultiplayerPlayNeeds<R>) {
  const { host, wallet, draws, views, play } = needs;
  const { name, store } = needs.rules;
  const { errors } = play;
  const currentQueue = () => needs.queue() ?? fail(unavailable, { retryAfter: 1 });

  async function commitmentOf(number: bigint): Promise<string> {
    return required((await draws.facts(name, [number])).get(number), "a round that was opened has its promise")
      .commitment;
  }

  /** The first answer to a stake that has a seat already. */
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

  /** A stake that was placed without its round being written down goes on; one that went back meanwhile does not. */
  async function goesOn({ player, key }: Bet): Promise<void> {
    if ((await wallet.bet(player, key))?.status !== "open") fail(errors.taken);
  }

  /** Takes the stake for a seat; whatever keeps it from being taken frees the seat. */
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
    // A repeat found its stake placed without having this seat: it belongs to nobody and goes back.
    if (answer.kind === "accepted" && !answer.replayed) return answer.bet;
    free();
    if (answer.kind === "accepted") throw new Failure(errors.taken);
    throw refusalOf(answer);
  }

  return {
    /**
     * Takes the opener's stake and writes the round down. Fails, in this order: `currency_required`, `unavailable` (another process runs
     * the rounds), `currency_changed`, what the game refuses, `stake_out_of_limits`, `win_cap`, too many, then what the wallet refuses.
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
          ...{ player, key, game: name, currency, stake, winCap: cap },
          requestHash: requestHash(opening.route, opening.body),
          choice: { ...opening.choice, seat: 1 },
          rulesVersion: play.rulesVersion,
          bettingWindow: { name, round: queue.windowRound },
        });
        if (answer.kind === "refused") throw refusalOf(answer);
        const { bet, replayed } = answer;
        const before = replayed ? await existingPlacement(queue, player, key) : undefined;
        if (before) return before.data;
        if (replayed) await goesOn(bet);
        host.failpoints.hit(`${name}.placed`);
        const common: Common = {
          ...{ state: "open", currency, stake, size: opening.size, rulesVersion: play.rulesVersion },
          seats: [{ seat: 1, player, key }],
          openedAt: new Date(host.clock.now()),
          ...{ endedAt: null, reason: null },
        };
        const fresh = { ...opening.make(currency), ...common } as unknown as Fresh<R>;
        const round = await queue.liveRounds.open(fresh, bet);
        return views.placed(bet, round.stored, round.commitment);
      });
    },

    /**
     * Takes the lowest free seat, in one synchronous step, then the stake; a refused stake frees the seat again. Of the last seat it is
     * answered when the close record is in the books and told. Fails, in this order: `currency_required`, `unavailable`, `not_found`, own,
     * `currency_changed`, another currency, `win_cap`, taken, then what the wallet refuses.
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
            ...{ player, key, game: name, currency, stake: stored.stake, winCap: cap },
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
     * Takes an own round back while nobody else is in: decided in one synchronous step. A repeat gets the same answer. Fails:
     * `unavailable`, `not_found` (also for another player's), taken.
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

  /** Of a round that is not live: it has ended, or never was. */
  async function goneOrMissing(number: bigint): Promise<never> {
    return fail((await store.rounds([number])).length > 0 ? errors.taken : notFound);
  }
}

/** Nobody but the opener has a seat, or is about to. */
function isAlone(round: LiveRound<MultiplayerRound>): boolean {
  return round.stored.seats.length === 1 && round.taking.size === 0 && freeSeat(round) !== undefined;
}
