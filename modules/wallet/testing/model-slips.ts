import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type Account, account, accountNamed, gameResult, inPlay } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import { type ActiveGrant, bonusShare, countedOf, type GrantEnd } from "#modules/wagering/shared/grant.ts";
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

interface SlipWallet {
  real: bigint;
  bonus: bigint;
  grant: ActiveGrant | undefined;
}

/** The parts of the wallet's model that slips use. */
export interface SlipWallets<P extends SlipWallet> {
  readonly now: () => number;
  readonly find: (player: PlayerId, currency: Currency) => P | undefined;
  readonly record: (wallet: P, movement: Movement, debit: Account, credit: Account) => void;
  readonly count: (wallet: P, wagered: bigint, lost: bigint) => void;
  readonly refusal: (
    stake: Pick<PlaceSlip, "player" | "currency" | "stake" | "freeBet" | "rate">,
  ) => PlaceAnswer | undefined;
  /** The bonus money of a slip's stake; undefined when it is of no grant. */
  readonly fromBonus: (slip: PlaceSlip, wallet: P) => bigint | undefined;
  readonly grant: (
    player: PlayerId,
    number: number,
  ) => { readonly end: GrantEnd | undefined; readonly account: number };
  readonly endDue: (player: PlayerId, currency: Currency) => unknown;
}

export interface SlipModel extends WalletSlips {
  /** Markets by event; an event without a market is closed. */
  readonly markets: Map<string, ModelMarket>;
  /** What outcomes cost, by market and outcome. */
  readonly exposures: Map<string, bigint>;
  /** What is left of the debt of each slip. */
  readonly debts: Map<string, bigint>;
}

interface ModelSlip extends Slip {
  readonly requestHash: string;
  readonly placed: readonly PlaceLeg[];
  /** The bonus money's shares of the current settlement and of its boost, and where they went. */
  readonly stands: { readonly share: bigint; readonly boost: bigint; readonly to: Account } | undefined;
  /** Revisions by id. */
  readonly made: ReadonlyMap<Uuid, Extract<ReviseAnswer, { kind: "revised" }>>;
}

const [real, bonusMoney] = [account("player:real"), account("player:bonus")];
const [promotions, receivable] = [account("promotions"), account("receivable")];
const [play, result, freeBets] = [inPlay("betting"), gameResult("betting"), accountNamed("bonus:free_bets")];
const dayOf = (time: number | Date) => Math.floor(Number(time) / 86_400_000);

/** Slips as plain maps: every operation is one synchronous step. */
export function modelSlips<P extends SlipWallet>(wallets: SlipWallets<P>): SlipModel {
  const slips = new Map<string, ModelSlip>();
  const markets = new Map<string, ModelMarket>();
  const exposures = new Map<string, bigint>();
  const debts = new Map<string, bigint>();
  const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;

  function stateOf(leg: PlaceLeg): LegState & { readonly taken: bigint } {
    const market = markets.get(leg.event);
    const taken = market ? (exposures.get(`${market.id}/${leg.outcome}`) ?? 0n) : 0n;
    const headroom = leg.cap === null || !market ? null : leg.cap - taken;
    return { refusal: legRefusal(leg, market), price: market?.price ?? null, headroom, taken };
  }

  function place(slip: PlaceSlip): PlaceSlipAnswer {
    const known = slips.get(nameOf(slip.player, slip.key));
    if (known)
      return known.requestHash === toHex(slip.requestHash)
        ? { kind: "accepted", slip: acceptedSlip(viewOf(known)), replayed: true }
        : { kind: "refused", reason: "idempotency_conflict" };
    const wallet = wallets.find(slip.player, slip.currency);
    if (!wallet) return { kind: "refused", reason: "insufficient_funds", balance: micros(0n) };
    const refusal = marketRefusal(slip.legs.map(stateOf), slip.legs) ?? wallets.refusal(slip);
    if (refusal) return refusal as PlaceSlipAnswer;
    return { kind: "accepted", slip: viewOf(accept(slip, wallet)), replayed: false };
  }

  function accept(slip: PlaceSlip, wallet: P): ModelSlip {
    const { player, key, currency, stake, freeBet, terms, rulesVersion, winCap, rate } = slip;
    const bonus = wallets.fromBonus(slip, wallet);
    const fromBonus = bonus ?? 0n;
    const move = (kind: TransferKind, amount: bigint, from: Account) => {
      const movement = { owner: player, currency, amount: micros(amount), reference: key, kind };
      if (amount > 0n) wallets.record(wallet, movement, from, play);
    };
    const isFree = freeBet !== null;
    move(isFree ? "free_bet" : "slip_stake", stake - fromBonus, isFree ? freeBets : real);
    move("slip_bonus_stake", fromBonus, bonusMoney);
    if (!isFree) wallets.count(wallet, stake, stake - fromBonus);
    const { grant } = wallet;
    const isOfGrant = bonus !== undefined && grant !== undefined;
    if (isOfGrant) wallet.grant = { ...grant, open: grant.open + 1 };
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
      ...(isOfGrant && {
        wagering: {
          grant: grant.number,
          rate,
          fromBonus: micros(fromBonus),
          paidBonus: none,
          cashedBonus: none,
          counted: none,
          bonusAfter: micros(wallet.bonus),
        },
      }),
      balanceAfter: micros(wallet.real),
      placedAt: new Date(wallets.now()),
      settledAt: null,
      legs: slip.legs.map(leg => acceptedLeg(leg, required(markets.get(leg.event), "an accepted leg has a market"))),
      requestHash: toHex(slip.requestHash),
      placed: slip.legs,
      stands: undefined,
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
    const wallet = required(wallets.find(slip.player, slip.currency), "a slip has a wallet");
    const book = (kind: TransferKind, debit: Account, credit: Account, amount: bigint) => {
      if (amount === 0n) return;
      const movement = { owner: slip.player, currency: slip.currency, amount: micros(amount), kind, reference: id };
      wallets.record(wallet, movement, debit, credit);
    };
    const name = nameOf(slip.player, slip.key);
    const today = dayOf(wallets.now());
    const rest = slip.stake - slip.closed;
    const wasSettled = slip.status === "settled";
    const wasVoid = slip.status === "voided";
    const paid = end.kind === "settled" ? end.payout : end.kind === "cashed_out" ? end.paid : 0n;
    const boost = end.kind === "settled" ? end.boost : 0n;
    const closed = end.kind === "cashed_out" ? end.closed : 0n;
    const isVoid = end.kind === "voided";
    const own = slip.freeBet ? freeBets : real;

    const { wagering, stands } = slip;
    const grant = wagering && wallets.grant(slip.player, wagering.grant);
    const active = wagering && wallet.grant?.number === wagering.grant ? wallet.grant : undefined;
    const to = grant && paysTo(grant);
    const shareOf = (amount: bigint) => bonusShare(amount, slip.stake, wagering?.fromBonus ?? 0n);
    const [paidShare, boostShare, voidShare] = [shareOf(paid), shareOf(boost), shareOf(isVoid ? rest : 0n)];
    const shares = paidShare + boostShare + voidShare;
    // What goes back: the shares of the bonus money, and the rest.
    const [backShare, backBoostShare] = stands ? [stands.share, stands.boost] : [0n, 0n];
    const sharesBack = backShare + backBoostShare;
    const backBoost = wasSettled ? slip.boost - backBoostShare : 0n;
    const backPaid = (wasSettled ? slip.payout : wasVoid ? rest : 0n) - backShare;

    const ownGains = paid + boost + (isVoid && !slip.freeBet ? rest : 0n) - shares;
    const gains = ownGains + (to === real ? shares : 0n);
    const ownTaken = (wasVoid && slip.freeBet ? 0n : backPaid) + backBoost;
    const taken = ownTaken + (stands?.to === real ? sharesBack : 0n);
    const owedBefore = debts.get(name) ?? 0n;
    const repaid = least(owedBefore, gains > taken ? gains - taken : 0n);
    const owed = taken > wallet.real + gains ? taken - wallet.real - gains : 0n;
    const owedPaid = least(owed, backPaid);
    const owedShare = least(owed - owedPaid, stands?.to === real ? backShare : 0n);
    const owedBoost = least(owed - owedPaid - owedShare, backBoost);
    const owedBoostShare = owed - owedPaid - owedShare - owedBoost;
    const hasBonus = active ? wallet.bonus + (to === bonusMoney ? shares : 0n) : 0n;
    const short = stands?.to === bonusMoney && sharesBack > hasBonus ? sharesBack - hasBonus : 0n;
    const shortPaid = least(short, backShare);
    const shortBoost = short - shortPaid;
    const givenBy = (grant?.account ?? 0) as Account;
    const [goesTo, cameTo] = [to ?? real, stands?.to ?? real];

    if (wasSettled) book("slip_settle_reversed", result, play, rest);
    book("slip_payout", result, real, paid - paidShare);
    book("slip_bonus_payout", result, goesTo, paidShare);
    book("slip_boost", promotions, real, boost - boostShare);
    book("slip_bonus_boost", promotions, goesTo, boostShare);
    if (isVoid) book(slip.freeBet ? "free_bet_void" : "slip_void", play, own, rest - voidShare);
    book("slip_bonus_void", play, goesTo, voidShare);
    const backTo = wasSettled ? result : play;
    if (wasSettled) book("slip_payout_reversed", real, result, backPaid - owedPaid);
    if (wasSettled) book("slip_bonus_payout_reversed", cameTo, result, backShare - shortPaid - owedShare);
    if (wasSettled) book("slip_bonus_lack", givenBy, result, shortPaid);
    book("slip_boost_reversed", real, promotions, backBoost - owedBoost);
    book("slip_bonus_boost_reversed", cameTo, promotions, backBoostShare - shortBoost - owedBoostShare);
    book("slip_boost_lack", givenBy, promotions, shortBoost);
    if (wasVoid) book(slip.freeBet ? "free_bet_void_reversed" : "slip_void_reversed", own, play, backPaid - owedPaid);
    if (wasVoid) book("slip_bonus_void_reversed", cameTo, play, backShare - shortPaid - owedShare);
    if (wasVoid) book("slip_bonus_lack", givenBy, play, shortPaid);
    book("debt", receivable, backTo, owedPaid + owedShare);
    book("boost_debt", receivable, promotions, owedBoost + owedBoostShare);
    book("slip_settle", play, result, end.kind === "settled" ? rest : closed);
    book("debt_repaid", real, receivable, repaid);

    const placedToday = dayOf(slip.placedAt) === today && !slip.freeBet;
    const settledToday = slip.settledAt !== null && dayOf(slip.settledAt) === today;
    const voidBack = wasVoid && placedToday && settledToday ? rest : 0n;
    const unwagered = isVoid && placedToday ? rest : 0n;
    const lostAgain = settledToday && (wasSettled || placedToday) ? ownTaken : 0n;
    const won = ownGains - (isVoid && !placedToday && !slip.freeBet ? rest - voidShare : 0n);
    wallets.count(wallet, voidBack - unwagered, lostAgain - won);

    const isWhole = end.kind === "cashed_out" && closed === rest;
    const status =
      end.kind === "cashed_out" ? (isWhole ? "cashed_out" : "open") : end.kind === "reopened" ? "open" : end.kind;
    let counted = wagering?.counted ?? 0n;
    if (active && wagering) {
      const left = active.left + counted;
      counted = end.kind === "settled" ? countedOf(rest, wagering.rate, left) : 0n;
      const opened = Number(status === "open") - Number(slip.status === "open");
      wallet.grant = { ...active, left: micros(left - counted), open: active.open + opened };
    }
    const answer = {
      kind: "revised",
      number: slip.revision + 1,
      owed: micros(owed),
      repaid: micros(repaid),
      balanceAfter: micros(wallet.real),
      replayed: false,
    } as const;
    charge(slip, slip.status === "open" ? rest : 0n, status === "open" ? rest - closed : 0n);
    debts.set(name, owedBefore + owed - repaid);
    const isEnded = end.kind === "settled" || end.kind === "voided";
    const share = end.kind === "cashed_out" ? 0n : paidShare + voidShare;
    slips.set(name, {
      ...slip,
      ...(wagering && {
        wagering: {
          ...wagering,
          paidBonus: micros(share + boostShare),
          cashedBonus: micros(wagering.cashedBonus + (end.kind === "cashed_out" ? paidShare : 0n)),
          counted: micros(counted),
        },
      }),
      stands: isEnded && to ? { share, boost: boostShare, to } : undefined,
      status,
      closed: micros(slip.closed + closed),
      cashedOut: micros(slip.cashedOut + (end.kind === "cashed_out" ? paid : 0n)),
      payout: micros(end.kind === "settled" ? paid : 0n),
      boost: micros(boost),
      revision: slip.revision + 1,
      settledAt: status === "open" ? null : new Date(wallets.now()),
      made: new Map([...slip.made, [id, answer]]),
    });
    return answer;
  }

  async function reviseAll(player: PlayerId, revisions: readonly SlipRevision[]): Promise<readonly ReviseAnswer[]> {
    const answers = revisions.map(each => revise(player, each));
    const currencies = new Set(revisions.flatMap(({ slip }) => slips.get(nameOf(player, slip))?.currency ?? []));
    if (answers.some(answer => answer.kind === "revised" && !answer.replayed))
      for (const currency of currencies) wallets.endDue(player, currency);
    return answers;
  }

  return {
    markets,
    exposures,
    debts,
    placeSlip: async slip => place(slip),
    reviseSlips: reviseAll,
    slip: async (player, key) => {
      const slip = slips.get(nameOf(player, key));
      return slip && viewOf(slip);
    },
  };
}

/** Where a correction pays bonus money to. */
function paysTo({ end, account: givenBy }: { readonly end: GrantEnd | undefined; readonly account: number }): Account {
  if (end === undefined) return bonusMoney;
  return end === "completed" || end === "lost" || end === "expired" ? real : (givenBy as Account);
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
  return {
    kind: "refused",
    reason,
    legs: states.map(({ refusal, price, headroom }) => ({ refusal, price, headroom })),
  };
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
    chances: null,
  };
}

function viewOf({ requestHash: _hash, placed: _placed, made: _made, stands: _stands, ...slip }: ModelSlip): Slip {
  return slip;
}
