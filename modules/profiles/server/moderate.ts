import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { NamedRow, Names } from "#modules/accounts/server/index.ts";
import type { Decision, RejectionReason, Subject } from "../shared/contract.ts";
import { moderationClosed } from "../shared/errors.ts";
import { profileModerated } from "../shared/events.ts";
import * as store from "./store.ts";

export interface ModerationNeeds {
  readonly host: Pick<Host, "clock" | "bus">;
  readonly names: Names;
}

export interface Verdict {
  readonly decision: Decision;
  /** The reason sent to the player; required for a rejection. */
  readonly why: RejectionReason | null;
}

/** The subject of the decision. */
export interface Moderated {
  readonly player: PlayerId;
  readonly subject: Subject;
  /** The name, if it is one. */
  readonly name: string | null;
  readonly before: store.State;
}

/**
 * Approves or rejects what is in review, or revokes an approval while the name or picture is in use. Rejecting a name restores the former
 * one and does not count as a change; a rejected picture is deleted. The player is notified after the commit. Fails with `not_found`,
 * `validation_failed` (`why`), `moderation_closed`.
 */
export async function moderate(needs: ModerationNeeds, tx: Tx, id: Uuid, verdict: Verdict): Promise<Moderated> {
  const { host, names } = needs;
  const found = (await store.subjectOf(tx, id)) ?? fail(notFound);
  if ((verdict.decision === "rejected") !== (verdict.why !== null))
    fail(validationFailed, { errors: { why: ["why_needed"] } });
  const { subject, playerId: player } = found;
  // The player's own changes lock the same row first.
  const person = required(await names.lock(tx, player), "the player who chose it exists");
  const decided =
    subject === "name"
      ? await decideName(needs, tx, id, person, verdict)
      : await decideAvatar(needs, tx, id, person, verdict);
  await host.bus.publish(tx, profileModerated, { player, id, subject, name: decided.name, ...verdict });
  return { player, subject, ...decided };
}

type Decided = Pick<Moderated, "name" | "before">;

async function decideName(
  { host, names }: ModerationNeeds,
  tx: Tx,
  id: Uuid,
  person: NamedRow,
  { decision, why }: Verdict,
): Promise<Decided> {
  const row = required(await store.lockName(tx, id), "was just found");
  requireOpen(row.state, decision, person.name === row.name);
  await store.decideName(tx, { id, decision, why, now: new Date(host.clock.now()) });
  if (decision === "rejected") {
    const isFree = !(await names.isTaken(tx, row.formerName, person.id));
    if (isFree) {
      await names.rename(tx, person.id, row.formerName);
      await store.reinstateName(tx, person.id, row.formerName);
    } else await names.renameAtRandom(tx, person.id);
  }
  return { name: row.name, before: row.state };
}

async function decideAvatar(
  { host, names }: ModerationNeeds,
  tx: Tx,
  id: Uuid,
  person: NamedRow,
  { decision, why }: Verdict,
): Promise<Decided> {
  const row = required(await store.lockAvatar(tx, id), "was just found");
  requireOpen(row.state, decision, person.avatar === row.key);
  const now = new Date(host.clock.now());
  if (decision === "approved") {
    await store.replaceAvatars(tx, person.id, ["approved"], now);
    await names.setAvatar(tx, person.id, row.key);
  } else if (person.avatar === row.key) await names.setAvatar(tx, person.id, null);
  await store.decideAvatar(tx, { id, decision, why, now });
  return { name: null, before: row.state };
}

function requireOpen(state: store.State, decision: Decision, isInUse: boolean): void {
  const isRevocation = state === "approved" && decision === "rejected" && isInUse;
  if (state !== "in_review" && !isRevocation) fail(moderationClosed, { data: { state } });
}
