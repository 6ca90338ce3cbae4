import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { VerificationStatus } from "../shared/status.ts";
import type { NamedCheckProvider } from "./provider.ts";
import { insertEvent, lockByReference, noteProviderDecision, noteStatus } from "./store.ts";

/** The status of a case after a decision of the provider or an operator. */
export const statusOfDecision = {
  approved: "success",
  declined: "failed",
  more: "user_pending",
} as const satisfies Readonly<Record<string, VerificationStatus>>;

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
  isAgeInDoubt: (tx: Tx, player: PlayerId) => Promise<boolean>,
): Promise<"noted" | "repeated" | "ignored"> {
  if (known?.name !== name) return fail(notFound);
  const { id, reference, decision, reason } = known.provider.receive(call);
  const text = Buffer.from(call.rawBody).toString();
  const now = new Date(host.clock.now());
  return host.db.tx(async tx => {
    if (!(await insertEvent(tx, name, id, text, now))) return "repeated";
    const found = await lockByReference(tx, reference);
    if (!found || (found.status !== "waiting" && found.status !== "pending")) return "ignored";
    // The provider does not check the age: an operator reads the document.
    if (decision === "approved" && (await isAgeInDoubt(tx, found.playerId))) {
      await noteProviderDecision(tx, found.playerId, decision);
      return "noted";
    }
    await noteStatus(tx, found.playerId, statusOfDecision[decision], reason, now);
    return "noted";
  });
}
