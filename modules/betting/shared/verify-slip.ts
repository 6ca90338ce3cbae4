import type { Hashes } from "#kit/fair/hashes.ts";
import { formatAmount, type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { EventModel } from "#modules/odds/shared/apply/event-model.ts";
import { marketKey } from "#modules/odds/shared/apply/event-model.ts";
import { ownResult } from "#modules/odds/shared/apply/own-result.ts";
import { replayLog } from "#modules/odds/shared/replay-log.ts";
import { type Judgement, judgeSlip } from "./judge-slip.ts";
import { type LegState, legState } from "./leg-state.ts";
import type { SlipProof } from "./proof-contract.ts";
import { compared, type ProofStep, type SlipVerification, verdictOf } from "./proof-steps.ts";
import { priceText } from "./read-slip.ts";
import type { ReceiptLeg, RevisionReceipt, SlipReceipt } from "./receipt.ts";
import { factorOf, priceRatio } from "./slip-payout.ts";
import { readTerms, shapeOfTerms } from "./slip-terms.ts";
import { type FramesByName, verifyFrames, verifyLog, verifySeed } from "./verify-log.ts";
import { readReceipt, verifyReceipt } from "./verify-receipt.ts";

/**
 * Verifies a slip from its proof: receipts and their roots, logs and frames of its events, the price of each leg in the log, and each revision from
 * the facts in the log as they were when it was made, with the files that accepted and settled it. Never throws.
 */
export function verifySlip(hashes: Hashes, proof: SlipProof, frames: FramesByName): SlipVerification {
  const own = verifyReceipt(hashes, proof.key, proof.receipt, 0);
  const receipt = readReceipt(proof.receipt, "slip");
  if (!receipt || receipt.slip !== proof.id)
    return verdictOf([
      ...own,
      { key: "receipt", subject: "", line: `${receipt?.slip} ≠ ${proof.id}`, state: "differs" },
    ]);
  const steps = [
    ...own,
    ...proof.events.flatMap(event => {
      const seed = verifySeed(hashes, event);
      return [
        verifyLog(hashes, event, receipt.legs),
        verifyFrames(event, receipt.legs, frames),
        ...(seed ? [seed] : []),
      ];
    }),
    ...receipt.legs.map((leg, at) => priceStep(proof, receipt, leg, at)),
    ...revisionSteps(hashes, proof, receipt),
    ...editedSteps(proof, receipt),
  ];
  return verdictOf(steps);
}

/** The slips before and after an edit, as the receipts name them: each of the two can be verified separately. */
function editedSteps({ revisions }: SlipProof, { terms }: SlipReceipt): readonly ProofStep[] {
  const { replaces } = readTerms(terms);
  const into = revisions.flatMap(each => readReceipt(each, "revision")?.cause.into ?? []);
  const lines = [...(replaces === null ? [] : [`← ${replaces}`]), ...into.map(id => `→ ${id}`)];
  return lines.map(line => ({ key: "edited", subject: "", line, state: "stated" }));
}

/** The price that the leg's market had after the last message before the acceptance, and that it took bets then. */
function priceStep(proof: SlipProof, receipt: SlipReceipt, leg: ReceiptLeg, at: number): ProofStep {
  const step = { key: "price", subject: `${at + 1}` } as const;
  const event = proof.events.find(each => each.event === leg.event);
  if (!event) return { ...step, line: leg.event, state: "missing" };
  if (
    event.entries.some(
      ({ position, message }) => message === null && position >= leg.priced && position <= leg.position,
    )
  )
    return { ...step, line: `${leg.event}, ${leg.priced}–${leg.position}`, state: "missing" };
  const market = replayLog(event.event, event.entries, leg.position).model.markets.get(marketKey(leg.market, leg.spec));
  const price = market?.outcomes[leg.outcome]?.price ?? null;
  const what = `${leg.event} ${marketKey(leg.market, leg.spec)} ${leg.outcome}, n = ${leg.n}, ${leg.priced}–${leg.position}`;
  const here = `${price === null ? "–" : priceText(price)} ${market?.status} ${market?.n}`;
  const there = `${leg.price} active ${leg.n}`;
  const isOwn = readTerms(receipt.terms).ownPrices.includes(at) && price !== thousandths(leg.price);
  // Operators may set another price; the log has the provider's.
  if (isOwn) return { ...step, line: `${what}: ${there} ≠ ${here}`, state: "stated" };
  return compared("price", step.subject, what, here, there);
}

/** The state of a slip between two revisions. */
interface Standing {
  readonly status: "open" | "settled" | "voided" | "cashed_out";
  readonly closed: Micros;
  readonly cashedOut: Micros;
  readonly payout: Micros;
  readonly boost: Micros;
}

const none = micros(0n);
const open: Standing = { status: "open", closed: none, cashedOut: none, payout: none, boost: none };

function revisionSteps(hashes: Hashes, proof: SlipProof, receipt: SlipReceipt): readonly ProofStep[] {
  const steps: ProofStep[] = [];
  let standing = open;
  for (const [at, proven] of proof.revisions.entries()) {
    const number = at + 1;
    steps.push(...verifyReceipt(hashes, proof.key, proven, number));
    const revision = readReceipt(proven, "revision");
    if (!revision || revision.slip !== proof.id || revision.number !== number) {
      steps.push({
        key: "revision",
        subject: `${number}`,
        line: `${revision?.slip} ${revision?.number}`,
        state: "differs",
      });
      return steps;
    }
    steps.push(...judgementSteps(proof, receipt, revision, standing));
    standing = after(standing, revision, receipt);
  }
  const { stands } = proof;
  const isEqual = (here: Standing, there: SlipProof["stands"]) =>
    compared(
      "stands",
      "",
      "status, revisions, payout, boost, cash-out",
      standingText(here, proof.revisions.length),
      textOfStands(there),
    );
  return [...steps, isEqual(standing, stands)];
}

const standingText = ({ status, payout, boost, cashedOut }: Standing, revisions: number) =>
  [status, revisions, formatAmount(payout), formatAmount(boost), formatAmount(cashedOut)].join(" ");
const textOfStands = ({ status, revision, payout, boost, cashed_out: cashedOut }: SlipProof["stands"]) =>
  [status, revision, payout, boost, cashedOut].join(" ");

function after(before: Standing, revision: RevisionReceipt, { stake }: SlipReceipt): Standing {
  const payout = parseDecimal(revision.payout);
  if (revision.result === "cashed_out") {
    const closed = micros(before.closed + parseDecimal(revision.closed));
    const status = closed === parseDecimal(stake) ? "cashed_out" : "open";
    return { ...before, status, closed, cashedOut: micros(before.cashedOut + payout) };
  }
  const { closed, cashedOut } = before;
  const reversed = { closed, cashedOut, payout: none, boost: none };
  if (revision.result === "reopened") return { ...reversed, status: "open" };
  if (revision.result === "voided") return { ...reversed, status: "voided" };
  return { ...reversed, status: "settled", payout, boost: parseDecimal(revision.boost) };
}

/** Reasons of revisions that the job made from the log; others were made by people. */
const fromTheLog: ReadonlySet<string> = new Set([
  "result",
  "result_corrected",
  "result_withdrawn",
  "market_cancelled",
  "cancellation_lifted",
  "accepted_late",
  "not_started",
  "void_result",
]);

/** The results of the legs by the facts in the log, and the payout by their factors. */
function judgementSteps(
  proof: SlipProof,
  receipt: SlipReceipt,
  revision: RevisionReceipt,
  standing: Standing,
): readonly ProofStep[] {
  const subject = `${revision.number}`;
  const { positions } = revision.cause;
  if (!fromTheLog.has(revision.cause.reason))
    return [{ key: "payout", subject, line: `${revision.cause.reason} ${revision.payout}`, state: "stated" }];
  const unknown = receipt.legs.filter(({ event }) => !proof.events.some(each => each.event === event));
  if (unknown.length > 0)
    return [{ key: "facts", subject, line: unknown.map(({ event }) => event).join(", "), state: "missing" }];
  const legs = receipt.legs.map(leg => judgedLeg(proof, receipt, leg, positions?.[leg.event], Date.parse(revision.at)));
  const judgement = judgeSlip(
    judgedSlip(
      receipt,
      standing,
      legs.map(({ state }) => state),
    ),
  );
  const hasGap = legs.some(({ isMissing }) => isMissing);
  const facts = legs.map(({ line }) => line).join("; ");
  if (hasGap) return [{ key: "facts", subject, line: facts, state: "missing" }];
  const isDisputed = legs.some(({ state }) => state.kind === "open" && state.isDisputed);
  return [
    { key: "facts", subject, line: facts, state: isDisputed ? "differs" : "equal" },
    compared("payout", subject, "result, payout, boost", judgementText(judgement), revisionText(revision)),
  ];
}

function judgementText(judgement: Judgement): string {
  if (judgement.kind === "open") return "reopened 0 0";
  if (judgement.kind === "voided") return "voided 0 0";
  return `settled ${formatAmount(judgement.payout)} ${formatAmount(judgement.boost)}`;
}

const revisionText = ({ result, payout, boost }: RevisionReceipt) =>
  result === "settled" ? `settled ${payout} ${boost}` : `${result} 0 0`;

function judgedSlip(receipt: SlipReceipt, { closed }: Standing, states: readonly LegState[]) {
  const terms = readTerms(receipt.terms);
  return {
    shape: shapeOfTerms(terms),
    isAccumulator: terms.kind === "accumulator",
    builder: terms.builder,
    freeBet: receipt.free_bet,
    eachWay: terms.eachWay,
    stake: micros(parseDecimal(receipt.stake) - closed),
    isCashedOutInPart: closed > 0n,
    legs: receipt.legs.map(({ price, outcome }, at) => ({
      price: thousandths(price),
      outcome,
      state: states[at] ?? { kind: "open" as const },
    })),
  };
}

const thousandths = (price: string) => Number(parseDecimal(price) / 1000n);

interface JudgedLeg {
  readonly state: LegState;
  readonly line: string;
  readonly isMissing: boolean;
}

/** Statuses in the facts of an event that has not begun. */
const beforeStart: ReadonlySet<string | null> = new Set([null, "not_started", "postponed"]);

function judgedLeg(
  proof: SlipProof,
  receipt: SlipReceipt,
  leg: ReceiptLeg,
  position = Number.MAX_SAFE_INTEGER,
  now: number,
): JudgedLeg {
  const entries = proof.events.find(each => each.event === leg.event)?.entries ?? [];
  const { model } = replayLog(leg.event, entries, position);
  const accepted = { acceptedAt: Date.parse(receipt.placed_at), isBeforeStart: beforeStart.has(leg.state.status) };
  const state = legState(accepted, legFacts(model, leg), now);
  const isMissing = entries.some(entry => entry.message === null && entry.position <= position);
  return { state, isMissing, line: `${leg.event} ${scoreOf(model)}: ${stateText(leg, state)}` };
}

const scoreOf = ({ row }: EventModel) =>
  `${row.state.status ?? row.status} ${row.state.score?.total.join(":") ?? ""}`.trim();

function stateText(leg: ReceiptLeg, state: LegState): string {
  if (state.kind === "open") return "open";
  const { numerator, denominator } = factorOf(priceRatio(thousandths(leg.price)), state.result);
  return `${leg.market} ${leg.spec} ${leg.outcome} → ${state.cause}, f = ${numerator}/${denominator}`.replace(
    "  ",
    " ",
  );
}

function legFacts(model: EventModel, { market: kind, spec, outcome }: ReceiptLeg) {
  const market = model.markets.get(marketKey(kind, spec));
  const own = market?.result ? ownResult(model, market) : null;
  return {
    result: market?.result?.[outcome] ?? null,
    ownResult: own?.[outcome] ?? null,
    certainty: market?.certainty ?? null,
    disputed: market?.disputed ?? false,
    decidedAt: market?.decidedAt ?? null,
    startedAt: model.row.startedAt,
    plannedStart: model.row.plannedStart,
    cancels: model.cancels
      .filter(each => each.kind === kind && each.spec === spec && each.rolledBackN === null)
      .map(({ fromAt, toAt }) => ({ from: fromAt, to: toAt })),
    standings: model.row.state.standings,
  };
}
