import { fail } from "#kit/contract/error-code.ts";
import { forbidden } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { subscriberOf } from "#kit/http/address.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import { approverDecided, approverLinked, approverNew, requesterLeft, secondPersonNeeded } from "../shared/errors.ts";
import { type Permission, permissionsOf } from "../shared/permissions.ts";
import {
  type ApprovalAlert,
  type ApproverRow,
  approvalAlerts,
  insertSharedOrigin,
  lockApprovers,
  sharedOrigin,
  usedNetwork,
} from "./approver-store.ts";

/** How long a new, re-invited or re-roled operator cannot approve. */
export const approverWaitMs = 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** How long an alert is on the dashboard; it stays in the audit log. */
const alertLifeMs = 7 * dayMs;

/** One operator's approval of another's request. */
export interface Approval {
  /** `payout:{id}`, `correction:{id}`, `request:{id}`. */
  readonly subject: string;
  readonly approver: Uuid;
  /** The permission that the approver needs at this approval and still at the last one. */
  readonly permission: Permission;
  /** The requesting operator; null for a player. */
  readonly askedBy: Uuid | null;
  readonly askedAt: Date;
  /** Which the requester must still have; none unless given. */
  readonly askedWith?: Permission | undefined;
  /** Earlier approvers of the same subject. */
  readonly earlier: readonly Uuid[];
  /** Operators who decided about the requesting player lately: they do not approve for that player. */
  readonly decidedBy?: readonly Uuid[];
  /** Recent addresses of the requesting player. */
  readonly playerAddresses?: readonly string[];
}

/** The rules of four-eyes approval, the same for corrections, payouts and requests. */
export interface Approvers {
  /**
   * Checks an approval in the transaction that makes it and locks all operators until that ends. Raises an alert if the approver shares an
   * address or a device with the requester or another approver. Fails with `forbidden`, `second_person_needed`, `requester_left`,
   * `approver_new`, `approver_linked`, `approver_decided`.
   * @returns how many approvals count: this one, and earlier ones of operators who may still approve
   */
  check(tx: Tx, approval: Approval): Promise<number>;
  /** Whether an operator may decline what this permission approves. A new one may: declining moves nothing. */
  mayDecline(tx: Tx, operator: Uuid, permission: Permission): Promise<boolean>;
  /** Alerts of the last seven days, newest first, one for each pair of people. */
  alerts(): Promise<readonly ApprovalAlert[]>;
}

export function createApprovers(host: Host, audit: Pick<Audit, "record">): Approvers {
  const now = () => new Date(host.clock.now());
  return {
    async check(tx, approval) {
      const all = await lockApprovers(tx);
      const { approver: id, permission, askedBy, askedWith, earlier, decidedBy = [] } = approval;
      const approver = required(all.get(id), "the operator exists");
      if (!isAllowed(approver, permission)) fail(forbidden);
      if (askedBy === id) fail(secondPersonNeeded);
      if (askedBy && !mayStillAsk(required(all.get(askedBy), "the operator exists"), askedWith)) fail(requesterLeft);
      if (isWaiting(approver, now())) fail(approverNew, { data: { from: approver.approvesFrom?.toISOString() } });
      if (decidedBy.includes(id)) fail(approverDecided);
      const unbiased = earlier.filter(each => !decidedBy.includes(each));
      const counted = unbiased.filter(each => {
        const row = all.get(each);
        return row !== undefined && each !== id && isAllowed(row, permission) && !isWaiting(row, now());
      });
      const others = [...(askedBy ? [askedBy] : []), ...counted];
      if (others.some(other => isLinked(approver, required(all.get(other), "the operator exists"))))
        fail(approverLinked);
      await alertShared(tx, approval, others);
      return counted.length + 1;
    },
    async mayDecline(tx, operator, permission) {
      return isAllowed(required((await lockApprovers(tx)).get(operator), "the operator exists"), permission);
    },
    alerts: () => approvalAlerts(host.db, new Date(host.clock.now() - alertLifeMs)),
  };

  async function alertShared(tx: Tx, approval: Approval, others: readonly Uuid[]): Promise<void> {
    const since = new Date(approval.askedAt.getTime() - dayMs);
    for (const author of others) {
      const shared = await sharedOrigin(tx, author, approval.approver, since);
      await note(tx, approval, author, shared);
    }
    const networks = (approval.playerAddresses ?? []).map(subscriberOf);
    const address = networks.length > 0 && (await usedNetwork(tx, approval.approver, networks, since));
    await note(tx, approval, null, { address, device: false });
  }

  async function note(
    tx: Tx,
    { subject, approver }: Approval,
    author: Uuid | null,
    { address, device }: { address: boolean; device: boolean },
  ): Promise<void> {
    if (!address && !device) return;
    await insertSharedOrigin(tx, { id: host.ids.next(), at: now(), subject, author, approver, address, device });
    const after = { approved: subject, author: author ?? "player", address, device };
    const auditAction = { action: "approval.alert", subject: `operator:${approver}`, after };
    await audit.record(tx, systemActor("Fairhouse"), auditAction);
    tx.afterCommit(() =>
      host.log.warn(
        { subject, author, approver, address, device },
        "approver shares an address or device with the other side",
      ),
    );
  }
}

function isAllowed({ role, disabledAt }: ApproverRow, permission: Permission): boolean {
  return disabledAt === null && permissionsOf(role).has(permission);
}

/** Whether the asker still works here with the permission to ask: otherwise one of two people who decide has left. */
function mayStillAsk(asker: ApproverRow, permission: Permission | undefined): boolean {
  return asker.disabledAt === null && (permission === undefined || isAllowed(asker, permission));
}

function isWaiting({ approvesFrom: from }: ApproverRow, now: Date): boolean {
  return from !== null && from > now;
}

function isLinked(a: ApproverRow, b: ApproverRow): boolean {
  const isInvited = a.inviters.includes(b.id) || b.inviters.includes(a.id);
  return isInvited || hasCommonInviter(a, b);
}

/** One person can have both mailboxes. Two people made each owner, so an owner is linked only to whom they invited or who invited them. */
function hasCommonInviter(a: ApproverRow, b: ApproverRow): boolean {
  return a.role !== "owner" && b.role !== "owner" && a.inviters.some(inviter => b.inviters.includes(inviter));
}
