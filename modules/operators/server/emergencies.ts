import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { systemActor } from "#modules/audit/server/index.ts";
import type { Permission } from "../shared/permissions.ts";
import type { InviteNeeds } from "./invite.ts";
import { canSignIn, tokenHash } from "./sign-in.ts";
import { lockOperators } from "./store.ts";

/** How long a code, and the session it opens, are valid from the issue: milliseconds. */
const emergencyMs = 60 * 60_000;
/** Eighty bits in base32, in groups of four. */
const codeBytes = 10;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Permissions missing in a session that was opened with an emergency code: it approves nothing and grants no rights. */
const withheld: readonly Permission[] = [
  "approvals.decide",
  "payouts.approve",
  "corrections.approve",
  "campaigns.start",
  "rules.write",
  "operators.write",
];

export function withoutApprovals(permissions: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set([...permissions].filter(name => !withheld.includes(name)));
}

/** The code to print at the console, or why none was issued. */
export type ConsoleCode = { readonly code: string } | { readonly refused: "unknown" | "cannot_sign_in" };

/**
 * Issues a one-time code that replaces the app of an operator who has lost it. All owners are notified by email at once; another person
 * reviews what was done.
 */
export async function breakGlass(
  needs: InviteNeeds,
  tx: Tx,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<ConsoleCode> {
  const { host, audit, messages } = needs;
  const all = await lockOperators(tx);
  const operator = all.find(each => each.email === email.toLowerCase());
  if (!operator) return { refused: "unknown" };
  if (!canSignIn(operator)) return { refused: "cannot_sign_in" };
  const [id, code, now] = [host.ids.next(), newCode(host), host.clock.now()];
  await tx.query(
    `INSERT INTO operators.emergencies (id, operator_id, reason, code_hash, made_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, operator.id, reason, tokenHash(code), new Date(now), new Date(now + emergencyMs)],
  );
  for (const owner of all.filter(each => each.role === "owner" && canSignIn(each)))
    await messages.send(tx, {
      channel: "email",
      to: owner.email,
      template: "operator_emergency",
      locale: "en",
      values: { name: operator.name, email: operator.email, reason },
    });
  await audit.record(tx, systemActor("console"), {
    action: "operator.break_glass",
    subject: `operator:${operator.id}`,
    reason,
    after: { emergency: id },
  });
  tx.afterCommit(() => host.log.warn({ operator: operator.id, emergency: id }, "break-glass code issued"));
  return { code };
}

function newCode({ random }: Host): string {
  let bits = 0n;
  for (const byte of random.bytes(codeBytes)) bits = (bits << 8n) | BigInt(byte);
  const text = Array.from({ length: 16 }, (_, index) => letters[Number((bits >> BigInt(5 * index)) & 31n)]).join("");
  return text.replace(/(.{4})(?!$)/g, "$1-");
}
