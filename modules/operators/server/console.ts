import type { Tx } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import { systemActor } from "#modules/audit/server/index.ts";
import { type InviteNeeds, invitationLink, invite } from "./invite.ts";
import { endSessionsOf } from "./session-store.ts";
import { canSignIn } from "./sign-in.ts";
import {
  countOwnersBeside,
  countOwnersEver,
  insertOperator,
  lockOperators,
  operatorByEmail,
  setDisabled,
} from "./store.ts";

/** With this many active owners the console adds none: two owners do, in the back office. */
const ownersAtMost = 2;

/** The link of an invitation, for the user of the console; or why there is none. */
export type ConsoleInvitation =
  | { readonly link: string }
  | { readonly refused: "other_role" | "disabled" | "owners_enough" };

/**
 * Adds an owner from the server's console, or re-invites one, while fewer than two are active. The owners of the installation, before two
 * have ever signed up, may approve at once; later ones wait for 24 hours like every operator.
 */
export async function inviteFromConsole(
  needs: InviteNeeds,
  tx: Tx,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<ConsoleInvitation> {
  const { host, audit } = needs;
  const now = new Date(host.clock.now());
  const others = await lockOperators(tx);
  const known = others.find(each => each.email === email.toLowerCase());
  if (known && known.role !== "owner") return { refused: "other_role" };
  if (known?.disabledAt) return { refused: "disabled" };
  const active = (await countOwnersBeside(tx, email, now)) + (known && canSignIn(known) ? 1 : 0);
  if (active >= ownersAtMost) return { refused: "owners_enough" };
  await insertOperator(tx, { id: host.ids.next(), email, name, role: "owner", now });
  const row = required(await operatorByEmail(tx, email), "just made");
  const installs = (await countOwnersEver(tx)) < ownersAtMost;
  const { token } = await invite(needs, tx, { operator: row.id, installs });
  const after = { email: row.email, name: row.name, role: row.role };
  const auditAction = { action: "operator.invite", subject: `operator:${row.id}`, reason: "at the console", after };
  for (const owner of others)
    if (owner.role === "owner" && canSignIn(owner) && owner.id !== row.id)
      await notifyOwner(needs, tx, owner.email, row);
  await audit.record(tx, systemActor("console"), auditAction);
  return { link: invitationLink(host, token) };
}

/** Every new owner is announced. */
async function notifyOwner(
  { messages }: InviteNeeds,
  tx: Tx,
  to: string,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<void> {
  const values = { name, email };
  await messages.send(tx, { channel: "email", to, template: "owner_added", locale: "en", values });
}

/** Why the console did not disable an operator. */
export type ConsoleDisabling = { readonly refused: "unknown" | "disabled" | "last_owner" | "owners_enough" } | null;

/**
 * Disables an operator from the server's console where two owners cannot: when none, or only the operator, would be left to approve. Every
 * owner is notified by email, the disabled one too.
 */
export async function disableFromConsole(
  needs: InviteNeeds,
  tx: Tx,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<ConsoleDisabling> {
  const { host, audit, messages } = needs;
  const all = await lockOperators(tx);
  const operator = all.find(each => each.email === email.toLowerCase());
  if (!operator) return { refused: "unknown" };
  if (operator.disabledAt) return { refused: "disabled" };
  const owners = all.filter(each => each.role === "owner" && canSignIn(each));
  const others = owners.filter(({ id }) => id !== operator.id);
  if (others.length === 0) return { refused: "last_owner" };
  if (others.length >= ownersAtMost) return { refused: "owners_enough" };
  const now = new Date(host.clock.now());
  await setDisabled(tx, operator.id, now);
  await endSessionsOf(tx, operator.id, now);
  const values = { name: operator.name, email: operator.email, reason };
  for (const owner of owners)
    await messages.send(tx, { channel: "email", to: owner.email, template: "operator_disabled", locale: "en", values });
  const subject = `operator:${operator.id}`;
  const after = { state: "disabled" };
  await audit.record(tx, systemActor("console"), { action: "operator.disable", subject, reason, after });
  tx.afterCommit(() => host.log.warn({ operator: operator.id }, "operator disabled at the console"));
  return null;
}
