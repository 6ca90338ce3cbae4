import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { DecidedMarket, LegNow } from "#modules/odds/server/index.ts";
import type { MadeRevision, Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import type { BettingLeg, BettingSlip, LegStatus } from "../shared/contract.ts";
import { type EachWay, placeResult } from "../shared/each-way.ts";
import { possibleReturn } from "../shared/judge-slip.ts";
import type { LegState } from "../shared/leg-state.ts";
import { priceText } from "../shared/read-slip.ts";
import { type SlipReason, slipReasons } from "../shared/reasons.ts";
import { fullPrice, type LegResult } from "../shared/slip-payout.ts";
import { betsOfTerms, readTerms } from "../shared/slip-terms.ts";
import type { StoredRule } from "./cash-out-rules.ts";
import { isBeforeStart, judgedSlip, stateOfLeg } from "./slip-facts.ts";

type Ids = Bets["ids"];

/** What the player can do with the slip. */
interface Possible {
  /** What a cash-out of the whole slip pays. */
  readonly offer: Micros | null;
  readonly rule: StoredRule | null;
  /** The legs of an open slip as bets on them would be accepted now. */
  readonly now: readonly Pick<LegNow, "p">[];
  /** Milliseconds since 1970. */
  readonly undoUntil: number | undefined;
  /** What the player still owes for its corrections. */
  readonly debt: Micros;
}

const none = micros(0n);

/** The slip as it was accepted: the same bytes for every repeat of the request. */
export function acceptedView(ids: Ids, slip: Slip, receipt: Uint8Array): BettingSlip {
  return viewOf(
    ids,
    slip,
    receipt,
    slip.legs.map(() => ({ kind: "open" })),
    [],
    { offer: null, rule: null, now: [], undoUntil: undoEnd(slip), debt: none },
  );
}

/** How long after its acceptance a slip can be undone. */
const undoMs = 10_000;

/** Until when a slip may be undone, in milliseconds since 1970; undefined with an event that was being played. */
export function undoEnd({ placedAt, legs }: Slip): number | undefined {
  return legs.every(isBeforeStart) ? placedAt.getTime() + undoMs : undefined;
}

/** The slip's current state, with the states of its legs. */
export function slipView(
  ids: Ids,
  slip: Slip,
  receipt: Uint8Array,
  markets: ReadonlyMap<bigint, DecidedMarket>,
  revisions: readonly MadeRevision[],
  { offer, rule, now: legs, debt }: Pick<Possible, "offer" | "rule" | "now" | "debt">,
  now: number,
): BettingSlip {
  const states = slip.legs.map(leg => stateOfLeg(slip, leg, markets.get(leg.market), now));
  const end = undoEnd(slip);
  const canUndo = slip.revision === 0 && end !== undefined && now <= end;
  return viewOf(ids, slip, receipt, states, revisions, {
    offer,
    rule,
    now: legs,
    undoUntil: canUndo ? end : undefined,
    debt,
  });
}

function viewOf(
  ids: Ids,
  slip: Slip,
  receipt: Uint8Array,
  states: readonly LegState[],
  revisions: readonly MadeRevision[],
  { offer, rule, now, undoUntil, debt }: Possible,
): BettingSlip {
  const terms = readTerms(slip.terms);
  return {
    id: ids.seal(slip.player, slip.key),
    kind: terms.kind as BettingSlip["kind"],
    price: terms.builder && priceText(fullPrice(terms.builder)),
    folds: terms.folds && [...terms.folds],
    policy: terms.policy,
    currency: slip.currency,
    unit: formatAmount(terms.unit),
    free_bet: slip.freeBet,
    bets: betsOfTerms(terms),
    each_way: terms.eachWay !== null,
    stake: formatAmount(slip.stake),
    open_stake: formatAmount(micros(slip.stake - slip.closed)),
    placed_at: slip.placedAt.toISOString(),
    balance: formatAmount(slip.balanceAfter),
    status: slip.status,
    settled_at: slip.settledAt?.toISOString() ?? null,
    payout: formatAmount(slip.payout),
    boost: formatAmount(slip.boost),
    cashed_out: formatAmount(slip.cashedOut),
    debt: formatAmount(debt),
    from_bonus: formatAmount(slip.wagering?.fromBonus ?? none),
    paid_bonus: formatAmount(micros((slip.wagering?.paidBonus ?? none) + (slip.wagering?.cashedBonus ?? none))),
    possible_return: formatAmount(returnOf(slip, states)),
    win_cap: formatAmount(slip.winCap),
    cash_out: offer === null ? null : formatAmount(offer),
    auto_cash_out: rule && { direction: rule.direction, offer: formatAmount(rule.offer), share: rule.share },
    undo_until: undoUntil === undefined ? null : new Date(undoUntil).toISOString(),
    replaces: terms.replaces,
    replaced_by: replacedBy(revisions),
    rules_version: slip.rulesVersion,
    receipt: toHex(receipt),
    legs: slip.legs.map((leg, position) =>
      Object.assign(legView(leg, terms.bankers[position] ?? false, terms.eachWay?.[position], states[position]), {
        chance: chanceOf(states[position], now[position]),
      }),
    ),
    revisions: revisions.map(revisionView),
  };
}

function returnOf(slip: Slip, states: readonly LegState[]): Micros {
  return slip.status === "open" ? possibleReturn(judgedSlip(slip, states)) : slip.payout;
}

/** Chance of an open leg, by the provider's chances now; half a win counts. */
function chanceOf(state: LegState | undefined, now: Pick<LegNow, "p"> | undefined): string | null {
  if (state?.kind !== "open" || !now?.p) return null;
  return (100 * (now.p.win + now.p.half_win)).toFixed(1);
}

function legView(
  leg: SlipLeg,
  banker: boolean,
  eachWay: EachWay | undefined,
  state: LegState = { kind: "open" },
): Omit<BettingLeg, "chance"> {
  const { event, kind: market, spec, outcome, price } = leg;
  return {
    event,
    market,
    spec,
    outcome,
    price: priceText(price),
    banker,
    is_live: !isBeforeStart(leg),
    status: state.kind === "open" ? "open" : statusOf(state.result),
    cause: state.kind === "open" ? null : state.cause,
    place: eachWay ? placeView(eachWay, outcome, state) : null,
  };
}

function placeView(terms: EachWay, outcome: string, state: LegState): NonNullable<BettingLeg["place"]> {
  const result = placeResult(state, terms, outcome);
  return { places: terms.places, part: terms.part, status: result ? statusOf(result) : "open" };
}

function statusOf({ voidHalves, won, places, tied }: LegResult): LegStatus {
  if (voidHalves === 2) return "void";
  if (voidHalves === 1) return won ? "half_won" : "half_lost";
  if (!won) return "lost";
  return places === tied ? "won" : "tied";
}

function revisionView({ number, at, kind, payout, boost, owed, repaid, cause }: MadeRevision) {
  return {
    number,
    at: at.toISOString(),
    result: kind,
    reason: reasonOf(cause),
    payout: formatAmount(payout),
    boost: formatAmount(boost),
    owed: formatAmount(owed),
    repaid: formatAmount(repaid),
  };
}

/** The slip that an edit made of this one, in the cause of the revision that ended it. */
function replacedBy(revisions: readonly MadeRevision[]): string | null {
  const { into } = (revisions.findLast(({ kind }) => kind === "cashed_out")?.cause ?? {}) as { readonly into?: string };
  return into ?? null;
}

function reasonOf(cause: MadeRevision["cause"]): SlipReason {
  const { reason } = (cause ?? {}) as { readonly reason?: string };
  return slipReasons.find(each => each === reason) ?? "result";
}
