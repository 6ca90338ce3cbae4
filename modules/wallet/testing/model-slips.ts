import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type Account, account, accountNamed, gameResult, inPlay } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { Movement, PlaceAnswer } from "../server/port.ts";
import {
  type LegRefusal,
  type LegState,
  legRefusals,
  type PlaceLeg,
  type PlaceSlip,
  type PlaceSlipAnswer,
  type ReviseAnswer,
  type Slip,
  type SlipLeg,
  type SlipRevision,
  type WalletSlips,
} from "../server/slips/port.ts";
import { acceptedSlip } from "../server/slips/store.ts";

/** A market as the model sees it, by its event. */
export interface ModelMarket {
  readonly id: bigint;
  readonly price: number;
  readonly version: bigint;
  /** The newest message. */
  readonly n: bigint;
  readonly counter: number;
  readonly refusal: Exclude<LegRefusal, "event_changed" | "price_changed"> | null;
}

interface Purse {
  real: bigint;
}

/** The parts of the wallet's model that slips use. */
export interface ModelPurses<P extends Purse> {
  readonly now: () => number;
  readonly find: (player: PlayerId, currency: Currency) => P | undefined;
  readonly record: (purse: P, movement: Movement, debit: Account, credit: Account) => void;
  readonly count: (purse: P, wagered: bigint, lost: bigint) => void;
  readonly refusal: (stake: Pick<PlaceSlip, "player" | "currency" | "stake" | "freeBet">) => PlaceAnswer | undefined;
}

export interface SlipModel extends WalletSlips {
  /** By event; an event without a market is closed. */
  readonly markets: Map<string, ModelMarket>;
  /** What outcomes cost, by market and outcome. */
  readonly exposures: Map<string, bigint>;
  /** What is left of the debt of each slip. */
  readonly debts: Map<string, bigint>;
}

interface ModelSlip extends Slip {
  readonly requestHash: string;
  readonly placed: readonly PlaceLeg[];
  /** Revisions by id. */
  readonly made: ReadonlyMap<Uuid, Extract<ReviseAnswer, { kind: "revised" }>>;
}

const real = account("player:real");
const [promotions, receivable] = [account("promotions"), account("receivable")];
const [play, result, freeBets] = [inPlay("betting"), gameResult("betting"), accountNamed("bonus:free_bets")];
const dayOf = (time: number | Date) => Math.floor(Number(time) / 86_400_000);

/** Slips as plain maps: every operation is one synchronous step. */
export function modelSlips<P extends Purse>(purses: ModelPurses<P>): SlipModel {
  const slips = new Map<string, ModelSlip>();
  const markets = new Map<string, ModelMarket>();
  const exposures = new Map<string, bigint>();
  const debts = new Map<string, bigint>();
  const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;

  function stateOf(leg: PlaceLeg): LegState & { readonly taken: bigint } {
    const market = markets.get(leg.event);
    const taken = market ? (exposures.get(`${market.id}/${leg.outcome}`) ?? 0n) : 0n;
    const room = leg.cap === null || !market ? null : leg.cap - taken;
    return { refusal: legRefusal(leg, market), price: market?.price ?? null, room, taken };
  }

  function place(slip: PlaceSlip): PlaceSlipAnswer {
    const known = slips.get(nameOf(slip.player, slip.key));
    if (known)
      return known.requestHash === toHex(slip.requestHash)
        ? { kind: "accepted", slip: acceptedSlip(viewOf(known)), replayed: true }
        : { kind: "refused", reason: "idempotency_conflict" };
    const purse = purses.find(slip.player, slip.currency);
    if (!purse) return { kind: "refused", reason: "insufficient_funds", balance: micros(0n) };
    const refusal = marketRefusal(slip.legs.map(stateOf), slip.legs) ?? purses.refusal(slip);
    if (refusal) return refusal as PlaceSlipAnswer;
    return { kind: "accepted", slip: viewOf(accept(slip, purse)), replayed: false };
  }

  function accept(slip: PlaceSlip, purse: P): ModelSlip {
    const { player, key, currency, stake, freeBet, terms, rulesVersion, winCap } = slip;
    const movement = { owner: player, currency, amount: stake, reference: key };
    const isFree = freeBet !== null;
    const kind = isFree ? "free_bet" : "slip_stake";
    purses.record(purse, { ...movement, kind }, isFree ? freeBets : real, play);
    if (!isFree) purses.count(purse, stake, stake);
    const none = micros(0n);
    const made: ModelSlip = {
      player,
      key,
      currency,
      stake,
      closed: none,
      cashedOut: none,
      status: "open",
      payout: none,
      boost: none,
      revision: 0,
      freeBet: isFree,
      terms,
      rulesVersion,
      winCap,
      balanceAfter: micros(purse.real),
      placedAt: new Date(purses.now()),
      settledAt: null,
      legs: slip.legs.map(leg => acceptedLeg(leg, required(markets.get(leg.event), "an accepted leg has a market"))),
      requestHash: toHex(slip.requestHash),
      placed: slip.legs,
      made: new Map(),
    };
    slips.set(nameOf(player, key), made);
    charge(made, 0n, stake);
    return made;
  }

  /** Changes the exposure of the slip's outcomes to what this much open stake of it costs. */
  function charge({ legs, placed, stake }: ModelSlip, before: bigint, open: bigint): void {
    for (const [index, { market, outcome }] of legs.entries()) {
      const { liability } = required(placed[index], "a leg");
      const name = `${market}/${outcome}`;
      const change = (liability * open) / stake - (liability * before) / stake;
      exposures.set(name, (exposures.get(name) ?? 0n) + change);
    }
  }

  function revise(player: PlayerId, revision: SlipRevision): ReviseAnswer {
    const slip = slips.get(nameOf(player, revision.slip));
    if (!slip) return { kind: "refused", reason: "unknown_slip" };
    const earlier = slip.made.get(revision.id);
    if (earlier) return { ...earlier, replayed: true };
    if (slip.revision !== revision.after) return { kind: "refused", reason: "outpaced" };
    return isAllowed(slip, revision) ? change(slip, revision) : { kind: "refused", reason: "not_allowed" };
  }

  function change(slip: ModelSlip, { id, result: end }: SlipRevision): ReviseAnswer {
    const purse = required(purses.find(slip.player, slip.currency), "a slip has a wallet");
    const book = (kind: TransferKind, debit: Account, credit: Account, amount: bigint) => {
      if (amount === 0n) return;
      const movement = { owner: slip.player, currency: slip.currency, amount: micros(amount), kind, reference: id };
      purses.record(purse, movement, debit, credit);
    };
    const name = nameOf(slip.player, slip.key);
    const today = dayOf(purses.now());
    const rest = slip.stake - slip.closed;
    const wasSettled = slip.status === "settled";
    const wasVoid = slip.status === "voided";
    const paid = end.kind === "settled" ? end.payout : end.kind === "cashed_out" ? end.paid : 0n;
    const boost = end.kind === "settled" ? end.boost : 0n;
    const closed = end.kind === "cashed_out" ? end.closed : 0n;
    const isVoid = end.kind === "voided";
    const own = slip.freeBet ? freeBets : real;
    const gains = paid + boost + (isVoid && !slip.freeBet ? rest : 0n);
    const taken = wasSettled ? slip.payout + slip.boost : wasVoid && !slip.freeBet ? rest : 0n;
    const owedBefore = debts.get(name) ?? 0n;
    const repaid = least(owedBefore, gains > taken ? gains - taken : 0n);
    const owed = taken > purse.real + gains ? taken - purse.real - gains : 0n;
    const first = wasVoid ? rest : slip.payout;
    const owedFirst = least(owed, first);
    const owedBoost = owed - owedFirst;

    if (wasSettled) book("slip_settle_reversed", result, play, rest);
    book("slip_payout", result, real, paid);
    book("slip_boost", promotions, real, boost);
    if (isVoid) book(slip.freeBet ? "free_bet_void" : "slip_void", play, own, rest);
    if (wasSettled) book("slip_payout_reversed", real, result, slip.payout - owedFirst);
    if (wasSettled) book("slip_boost_reversed", real, promotions, slip.boost - owedBoost);
    if (wasVoid) book(slip.freeBet ? "free_bet_void_reversed" : "slip_void_reversed", own, play, rest - owedFirst);
    book("debt", receivable, wasSettled ? result : play, owedFirst);
    book("boost_debt", receivable, promotions, owedBoost);
    book("slip_settle", play, result, end.kind === "settled" ? rest : closed);
    book("debt_repaid", real, receivable, repaid);

    const placedToday = dayOf(slip.placedAt) === today && !slip.freeBet;
    const settledToday = slip.settledAt !== null && dayOf(slip.settledAt) === today;
    const voidBack = wasVoid && placedToday && settledToday ? rest : 0n;
    const unwagered = isVoid && placedToday ? rest : 0n;
    const lostAgain = settledToday && wasSettled ? taken : voidBack;
    purses.count(purse, voidBack - unwagered, lostAgain - paid - boost - unwagered);

    const isWhole = end.kind === "cashed_out" && closed === rest;
    const status =
      end.kind === "cashed_out" ? (isWhole ? "cashed_out" : "open") : end.kind === "reopened" ? "open" : end.kind;
    const answer = {
      kind: "revised",
      number: slip.revision + 1,
      owed: micros(owed),
      repaid: micros(repaid),
      balanceAfter: micros(purse.real),
      replayed: false,
    } as const;
    charge(slip, slip.status === "open" ? rest : 0n, status === "open" ? rest - closed : 0n);
    debts.set(name, owedBefore + owed - repaid);
    slips.set(name, {
      ...slip,
      status,
      closed: micros(slip.closed + closed),
      cashedOut: micros(slip.cashedOut + (end.kind === "cashed_out" ? paid : 0n)),
      payout: micros(end.kind === "settled" ? paid : 0n),
      boost: micros(boost),
      revision: slip.revision + 1,
      settledAt: status === "open" ? null : new Date(purses.now()),
      made: new Map([...slip.made, [id, answer]]),
    });
    return answer;
  }

  return {
    markets,
    exposures,
    debts,
    placeSlip: async slip => place(slip),
    reviseSlips: async (player, revisions) => revisions.map(each => revise(player, each)),
    slip: async (player, key) => {
      const slip = slips.get(nameOf(player, key));
      return slip && viewOf(slip);
    },
  };
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

function isAllowed(slip: Slip, { result: end }: SlipRevision): boolean {
  const isEnded = slip.status === "settled" || slip.status === "voided";
  if (end.kind === "reopened") return isEnded;
  if (end.kind !== "cashed_out") return isEnded || slip.status === "open";
  return slip.status === "open" && !slip.freeBet && end.closed >= 1n && end.closed <= slip.stake - slip.closed;
}

function legRefusal(leg: PlaceLeg, market: ModelMarket | undefined): LegRefusal | null {
  if (!market) return "event_closed";
  if (market.refusal) return market.refusal;
  if (leg.counter !== null && leg.counter !== market.counter) return "event_changed";
  if (leg.version !== null) return leg.version === market.version ? null : "price_changed";
  const isRefused =
    (leg.policy === "none" && market.price !== leg.price) ||
    (leg.policy === "better" && market.price < leg.price) ||
    market.price > leg.most;
  return isRefused ? "price_changed" : null;
}

/** The first reason in the declared order, whichever leg has it. */
function marketRefusal(
  states: readonly (LegState & { readonly taken: bigint })[],
  legs: readonly PlaceLeg[],
): PlaceSlipAnswer | undefined {
  const ranks = states.flatMap(({ refusal }) => (refusal ? [legRefusals.indexOf(refusal)] : []));
  const isFull = states.some(({ taken }, index) => {
    const leg = required(legs[index], "a leg");
    return leg.cap !== null && taken + leg.liability > leg.cap;
  });
  const reason = ranks.length > 0 ? legRefusals[Math.min(...ranks)] : isFull ? "limit_exceeded" : undefined;
  if (!reason) return undefined;
  return { kind: "refused", reason, legs: states.map(({ refusal, price, room }) => ({ refusal, price, room })) };
}

function acceptedLeg({ event, kind, spec, outcome, price, version }: PlaceLeg, market: ModelMarket): SlipLeg {
  return {
    event,
    kind,
    spec,
    outcome,
    price: version === null ? market.price : price,
    market: market.id,
    marketN: market.n,
    eventN: market.n,
    eventHead: "ab".repeat(32),
    eventState: '{"score": "0:0"}',
  };
}

function viewOf({ requestHash: _hash, placed: _placed, made: _made, ...slip }: ModelSlip): Slip {
  return slip;
}
