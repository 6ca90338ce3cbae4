import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { VerificationStatus } from "../shared/status.ts";
import type { NamedCheckProvider } from "./provider.ts";
import { noteStep } from "./steps.ts";
import { insertEvent, lockByReference, noteProviderDecision, noteStatus } from "./store.ts";
import type { CheckLog } from "./webhook-log.ts";

/** The status of a case after a decision of the provider or an operator. */
export const statusOfDecision = {
  approved: "success",
  declined: "failed",
  more: "user_pending",
} as const satisfies Readonly<Record<string, VerificationStatus>>;

type CheckResult = "noted" | "repeated" | "ignored";

export interface CheckPorts {
  readonly log: CheckLog;
  readonly isAgeInDoubt: (tx: Tx, player: PlayerId) => Promise<boolean>;
}

/**
 * Processes the provider's decision, once, and only about the latest submission while it is being checked. While
 * the date of birth is in doubt its approval is only stored: an operator decides. Fails with
 * `not_found`, `check_signature_invalid`, `malformed`, `validation_failed`.
 */
export async function receiveCheck(
  host: Host,
  known: NamedCheckProvider | undefined,
  name: string,
  call: Pick<Call, "rawBody" | "headers">,
  { log, isAgeInDoubt }: CheckPorts,
): Promise<CheckResult> {
  if (known?.name !== name) return fail(notFound);
  let event: ReturnType<NamedCheckProvider["provider"]["receive"]>;
  try {
    event = known.provider.receive(call);
  } catch (error) {
    await log.refused(name, call, error);
    throw error;
  }
  try {
    return await host.db.tx(async tx => {
      const text = Buffer.from(call.rawBody).toString();
      const isNew = await insertEvent(tx, name, event.id, text, new Date(host.clock.now()));
      const result = isNew ? await applyDecision(tx, event, isAgeInDoubt, new Date(host.clock.now())) : "repeated";
      await log.processed(tx, name, call, event, result);
      return result;
    });
  } catch (error) {
    await log.failed(name, call, event, error);
    throw error;
  }
}

async function applyDecision(
  tx: Tx,
  { reference, decision, reason }: ReturnType<NamedCheckProvider["provider"]["receive"]>,
  isAgeInDoubt: CheckPorts["isAgeInDoubt"],
  now: Date,
): Promise<"noted" | "ignored"> {
  const found = await lockByReference(tx, reference);
  if (!found || (found.status !== "waiting" && found.status !== "pending")) return "ignored";
  // The provider does not check the age: an operator reads the document.
  if (decision === "approved" && (await isAgeInDoubt(tx, found.playerId))) {
    await noteProviderDecision(tx, found.playerId, decision);
    return "noted";
  }
  await noteStatus(tx, found.playerId, statusOfDecision[decision], reason, now);
  await noteStep(tx, { player: found.playerId, step: decision, by: "provider", now });
  return "noted";
}
