import type { Host } from "#kit/host/host.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import type { Slip, SlipName, SlipRevision } from "#modules/wallet/server/index.ts";
import type { SlipReason } from "../../shared/reasons.ts";
import { type HeldResult, readHeld, removeHeld, saveHeld, slipNameText } from "./store.ts";

export interface Correction {
  readonly slip: Slip;
  readonly result: SlipRevision["result"];
  readonly reason: SlipReason;
  /** Two operators have decided the result itself. */
  readonly isByHand: boolean;
}

export interface HoldNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids">;
  readonly payouts: Pick<Payments, "withdrawnSince">;
}

/** This long after a settlement, a correction that takes money back needs two people. */
export const lateCorrectionMs = 72 * 3_600_000;

/**
 * Leaves out the corrections that take money back late, or after it was withdrawn: two operators decide about them. `slips` are all that were
 * judged: a correction that no longer applies stops waiting.
 */
export async function withoutHeld<Judged extends Correction>(
  needs: HoldNeeds,
  market: bigint,
  slips: readonly Slip[],
  corrections: readonly Judged[],
): Promise<readonly Judged[]> {
  const { host } = needs;
  const reasons = await reasonsToHold(needs, corrections);
  const isHeld = new Set([...reasons.keys()].map(({ slip }) => slipNameText(slip)));
  await removeHeld(
    host.db,
    slips.filter(slip => !isHeld.has(slipNameText(slip))),
  );
  if (reasons.size === 0) return corrections;
  const known = await readHeld(host.db, [...reasons.keys()].map(nameOf));
  const allowed = new Set<Correction>(corrections.filter(each => !reasons.has(each)));
  for (const [correction, why] of reasons) {
    const { slip, reason } = correction;
    const result = heldResult(correction.result);
    const before = known.find(each => slipNameText(each) === slipNameText(slip));
    const isKnown = before?.after === slip.revision && isSame(before.result, result);
    if (isKnown && before.decision === "apply") allowed.add(correction);
    if (isKnown) continue;
    const since = new Date(host.clock.now());
    const rest = { after: slip.revision, result, reason, market, why, since, decision: null };
    await saveHeld(host.db, Object.assign({ id: host.ids.next() }, nameOf(correction), rest));
  }
  return corrections.filter(each => allowed.has(each));
}

const nameOf = ({ slip: { player, key } }: Correction): SlipName => ({ player, key });

async function reasonsToHold(
  { host, payouts }: HoldNeeds,
  corrections: readonly Correction[],
): Promise<ReadonlyMap<Correction, "late" | "withdrawn">> {
  const taking = corrections.filter(each => !each.isByHand && takesBack(each));
  const settledAt = ({ slip: { settledAt: at, placedAt } }: Correction) => at ?? placedAt;
  const withdrawn = await payouts.withdrawnSince(
    taking.map(each => ({ player: each.slip.player, currency: each.slip.currency, at: settledAt(each) })),
  );
  const reasons = new Map<Correction, "late" | "withdrawn">();
  for (const [position, each] of taking.entries()) {
    if (host.clock.now() - settledAt(each).getTime() > lateCorrectionMs) reasons.set(each, "late");
    else if (withdrawn.has(position)) reasons.set(each, "withdrawn");
  }
  return reasons;
}

function takesBack({ slip, result }: Correction): boolean {
  return returnOf(slip, result) < currentReturn(slip);
}

/** What the current revision has returned: to a void slip its stake, also as a free bet. */
export function currentReturn(slip: Slip): bigint {
  if (slip.status === "voided") return slip.stake - slip.closed;
  return slip.payout + slip.boost;
}

/** What a result would return in place of the current one. A free bet that comes back is not money: it does not replace a payout. */
export function returnOf(slip: Slip, result: SlipRevision["result"] | HeldResult): bigint {
  if (result.kind === "voided") return slip.freeBet ? 0n : slip.stake - slip.closed;
  return result.kind === "settled" ? BigInt(result.payout) + BigInt(result.boost) : 0n;
}

function heldResult(result: SlipRevision["result"]): HeldResult {
  if (result.kind === "settled") return { kind: "settled", payout: String(result.payout), boost: String(result.boost) };
  return { kind: result.kind === "voided" ? "voided" : "reopened", payout: "0", boost: "0" };
}

const isSame = (a: HeldResult, b: HeldResult) => a.kind === b.kind && a.payout === b.payout && a.boost === b.boost;
