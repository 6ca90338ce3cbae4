import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Handler } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, playerOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import { notLocked } from "../shared/errors.ts";
import * as contract from "./contract.ts";

export interface LockNeeds {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

const kind = "player.unlock";
const payloadOf = z.object({ player: z.string() });
const subjectOf = (player: PlayerId) => `player:${player}`;

/** Locks of accounts: one operator locks, two unlock. */
export function lockHandlers(needs: LockNeeds): readonly Handler[] {
  const { host, people, approvals } = needs;
  registerUnlocking(needs);
  return [
    act(host, contract.lockPlayer, async (tx, { input: { params, body } }) => {
      const { id } = await personOf(needs, playerOf(params.id), tx);
      const isNew = await people.lock(tx, id, body.reason);
      return {
        answer: undefined,
        auditAction: isNew ? { action: "player.lock", subject: subjectOf(id), reason: body.reason } : null,
      };
    }),
    act(host, contract.unlockPlayer, async (tx, { operator, input: { params, body } }) => {
      const { id, name, lockedAt } = await personOf(needs, playerOf(params.id), tx);
      if (lockedAt === null) fail(notLocked);
      const asked = { kind, subject: subjectOf(id), payload: { player: id, name }, reason: body.reason };
      const { id: request, expiresAt, isNew } = await approvals.ask(tx, asked, operator);
      const { subject, payload, reason } = asked;
      return {
        answer: { data: { request, expires_at: expiresAt.toISOString() } },
        auditAction: requestAction({ id: request, isNew }, reason, { kind, subject, payload }),
      };
    }),
  ];
}

function registerUnlocking({ people, approvals, audit }: LockNeeds): void {
  approvals.register({
    kind,
    permission: "risk.decide",
    reads: "players.read",
    needs: 1,
    async versionOf(on, request) {
      const player = playerOf(z.parse(payloadOf, request.payload).player);
      const found = (await people.of([player], on)).get(player);
      // A lock that came after the request was not asked about.
      return found?.lockedAt?.toISOString() ?? "";
    },
    async run(tx, request, by) {
      const player = playerOf(z.parse(payloadOf, request.payload).player);
      if (!(await people.unlock(tx, player))) fail(notLocked);
      await audit.record(tx, by, {
        action: "player.unlock",
        subject: request.subject,
        reason: request.reason,
        after: { request: request.id, asked_by: request.askedName },
      });
    },
  });
}

async function personOf({ people }: LockNeeds, player: PlayerId, on: Queryable) {
  return (await people.of([player], on)).get(player) ?? fail(notFound);
}
