import type { Json } from "#kit/std/json.ts";
import type { Slip, SlipRevision } from "#modules/wallet/server/index.ts";
import type { Judgement } from "../shared/judge-slip.ts";
import type { SlipReason } from "../shared/reasons.ts";

/** The result that a slip should have, with its reason; undefined when it has it already, or has ended by a cash-out. */
export function revisionOf(
  slip: Slip,
  judgement: Judgement,
  isByHand = false,
): { readonly result: SlipRevision["result"]; readonly reason: SlipReason } | undefined {
  if (slip.status === "cashed_out") return undefined;
  if (judgement.kind === "open") return slip.status === "open" || judgement.isDisputed ? undefined : reopened(slip);
  if (judgement.kind === "voided") {
    return slip.status === "voided" ? undefined : { result: { kind: "voided" }, reason: reasonOfVoid(judgement) };
  }
  const { payout, boost } = judgement;
  if (slip.status === "settled" && slip.payout === payout && slip.boost === boost) return undefined;
  return { result: { kind: "settled", payout, boost }, reason: isByHand ? "by_hand" : reasonOfSettlement(slip) };
}

function reopened({ status }: Slip) {
  const reason = status === "voided" ? "cancellation_lifted" : "result_withdrawn";
  return { result: { kind: "reopened" }, reason } as const;
}

function reasonOfVoid({ causes }: Extract<Judgement, { kind: "voided" }>): SlipReason {
  const own = (["by_hand", "palpable_error"] as const).find(cause => causes.includes(cause));
  if (own) return own;
  if (causes.includes("cancelled")) return "market_cancelled";
  if (causes.includes("late")) return "accepted_late";
  return causes.includes("not_started") ? "not_started" : "void_result";
}

function reasonOfSettlement({ status }: Slip): SlipReason {
  if (status === "voided") return "cancellation_lifted";
  return status === "settled" ? "result_corrected" : "result";
}

/** What is stored with a revision: the reason, the market whose decision caused it, and how far the logs of the slip's events were applied. */
export function causeOf(reason: SlipReason, market: bigint, positions: Readonly<Record<string, number>>): Json {
  return { reason, market: String(market), positions };
}
