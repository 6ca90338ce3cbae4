import type { Micros } from "#kit/money/amount.ts";
import type { DecidedMarket } from "#modules/odds/server/index.ts";
import type { Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import type { JudgedSlip } from "../shared/judge-slip.ts";
import { type LegFacts, type LegState, legState } from "../shared/leg-state.ts";
import { readTerms, shapeOfTerms } from "../shared/slip-terms.ts";

/** Statuses in the facts of an event that has not begun. */
const beforeStart: ReadonlySet<unknown> = new Set([undefined, "not_started", "postponed"]);

/** Whether the event was not being played when the leg was accepted, as the feed had said by then. */
export function isBeforeStart({ eventState }: SlipLeg): boolean {
  return beforeStart.has((JSON.parse(eventState) as { readonly status?: string }).status);
}

/** The state of a leg; open while its market is unknown. */
export function stateOfLeg(slip: Slip, leg: SlipLeg, market: DecidedMarket | undefined, now: number): LegState {
  if (!market) return { kind: "open" };
  const accepted = { acceptedAt: slip.placedAt.getTime(), isBeforeStart: isBeforeStart(leg) };
  return legState(accepted, factsOf(slip, leg, market), now);
}

function factsOf({ placedAt }: Slip, { outcome, price }: SlipLeg, market: DecidedMarket): LegFacts {
  const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));
  return {
    result: market.result?.[outcome] ?? null,
    ownResult: market.ownResult?.[outcome] ?? null,
    certainty: market.certainty,
    disputed: market.disputed,
    isByHand: market.ruled,
    isPalpableError: market.errors.some(
      ({ outcome: wrong, from, to, leastPrice }) =>
        wrong === outcome && price >= leastPrice && placedAt >= new Date(from) && placedAt <= new Date(to),
    ),
    decidedAt: market.decidedAt?.getTime() ?? null,
    startedAt: market.startedAt?.getTime() ?? null,
    plannedStart: market.plannedStart?.getTime() ?? null,
    cancels: market.cancels.map(({ from, to }) => ({ from: timeOf(from), to: timeOf(to) })),
    standings: market.standings ?? undefined,
  };
}

/** The slip as it is judged: what is open of its stake, and the states of its legs. */
export function judgedSlip(slip: Slip, states: readonly LegState[]): JudgedSlip {
  const terms = readTerms(slip.terms);
  return {
    shape: shapeOfTerms(terms),
    isAccumulator: terms.kind === "accumulator",
    builder: terms.builder,
    freeBet: slip.freeBet,
    eachWay: terms.eachWay,
    stake: (slip.stake - slip.closed) as Micros,
    isCashedOutInPart: slip.closed > 0n,
    legs: slip.legs.map(({ price, outcome }, position) => ({
      price,
      outcome,
      state: states[position] ?? { kind: "open" },
    })),
  };
}
