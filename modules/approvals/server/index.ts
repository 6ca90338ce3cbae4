import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import type { ApprovalPort, Operators, RequestKind } from "#modules/operators/server/index.ts";
import manifest from "../module.ts";
import { requestApprovedAlready, requestClosed, requestExpired, requestStale } from "../shared/errors.ts";
import { approveRequest, type Decider, declineRequest, type RequestNeeds } from "./decide-request.ts";
import { type SeenRequest, seenRequests } from "./seen-request.ts";
import {
  countWaiting,
  expireRequests,
  findRequests,
  insertRequest,
  type RequestRow,
  requestById,
  waitingRequestOf,
} from "./store.ts";

export type {
  ApprovedRequest,
  AskedRequest,
  Asker,
  RequestContent,
  RequestKind,
} from "#modules/operators/server/index.ts";
export type { Decider } from "./decide-request.ts";
export type { SeenRequest } from "./seen-request.ts";

/** How long a request is open. */
const requestLifeMs = 24 * 3_600_000;

/** Requests that take several approvals. */
export interface Approvals extends ServerModule, ApprovalPort {
  /** Declares a kind of request; each once, at composition. */
  register(kind: RequestKind): void;
  /** Stores a request; nothing happens yet. The same request by the same operator again is one request. */
  ask: ApprovalPort["ask"];
  /**
   * One operator's approval of this content. The last one carries out the request in the same transaction. Fails with `not_found`,
   * `request_closed`, `request_expired`, `request_stale`, `request_approved_already`, and the refusals of `approvers.check` and of the
   * kind.
   */
  approve(tx: Tx, id: Uuid, payloadHash: Uint8Array, by: Decider): Promise<SeenRequest>;
  /** One refusal is enough; the requester may withdraw. Fails with `not_found`, `request_closed`, `request_expired`, `forbidden`. */
  decline(tx: Tx, id: Uuid, reason: string, by: Decider): Promise<SeenRequest>;
  /** Requests of the kinds visible with these permissions: the open ones, oldest first, or all, newest first. */
  list(
    permissions: ReadonlySet<string>,
    which: { readonly waitingOnly: boolean; readonly limit: number },
  ): Promise<readonly SeenRequest[]>;
  /** Undefined if it does not exist or is not visible with these permissions. */
  one(permissions: ReadonlySet<string>, id: Uuid): Promise<SeenRequest | undefined>;
  waiting(permissions: ReadonlySet<string>): Promise<number>;
}

export function createApprovals(host: Host, { operators }: { operators: Pick<Operators, "approvers"> }): Approvals {
  const kinds = new Map<string, RequestKind>();
  const now = () => new Date(host.clock.now());
  const kindOf = (name: string) => required(kinds.get(name), `no requests of kind ${name} are registered`);
  const needs: RequestNeeds = { host, approvers: operators.approvers, kindOf };
  const seenBy = (permissions: ReadonlySet<string>) =>
    [...kinds.values()].filter(({ reads }) => permissions.has(reads)).map(({ kind }) => kind);

  async function after(tx: Tx, id: Uuid): Promise<SeenRequest> {
    const row = required(await requestById(tx, id), "the request exists");
    return required((await seenRequests(needs, tx, [row]))[0], "one row is one view");
  }

  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [requestStale, requestClosed, requestExpired, requestApprovedAlready],
    jobs: [{ name: "approvals-expire", cron: "17 * * * *", run: () => expireRequests(host.db, now()) }],
    register(kind) {
      invariant(!kinds.has(kind.kind), `requests of kind ${kind.kind} are registered already`);
      kinds.set(kind.kind, kind);
    },
    async ask(tx, { kind: name, subject, payload, reason }, by) {
      const kind = kindOf(name);
      const subjectVersion = await kind.versionOf(tx, { subject, payload });
      const payloadHash = hashOf({ kind: name, subject, subjectVersion, payload });
      await expireRequests(tx, now());
      const isNew = await insertRequest(tx, {
        id: host.ids.next(),
        kind: name,
        subject,
        subjectVersion,
        payload,
        payloadHash,
        reason,
        needs: kind.needs,
        askedBy: by.id,
        askedName: by.name,
        askedAt: now(),
        expiresAt: new Date(host.clock.now() + requestLifeMs),
      });
      const { id, expiresAt } = required(await waitingRequestOf(tx, by.id, payloadHash), "the request exists");
      return { id, expiresAt, isNew };
    },
    async approve(tx, id, payloadHash, by) {
      await approveRequest(needs, tx, id, payloadHash, by);
      return after(tx, id);
    },
    async decline(tx, id, reason, by) {
      await declineRequest(needs, tx, id, reason, by);
      return after(tx, id);
    },
    async list(permissions, { waitingOnly, limit }) {
      const waitingAt = waitingOnly ? now() : null;
      const rows = await findRequests(host.db, { kinds: seenBy(permissions), waitingAt, limit });
      return seenRequests(needs, host.db, rows);
    },
    async one(permissions, id) {
      const row = await requestById(host.db, id);
      if (!row || !permissions.has(kindOf(row.kind).reads)) return undefined;
      return (await seenRequests(needs, host.db, [row]))[0];
    },
    waiting: permissions => countWaiting(host.db, seenBy(permissions), now()),
  };
}

/** The content of an approval: everything about a request except requester, time and reason. */
function hashOf(content: {
  readonly kind: string;
  readonly subject: string;
  readonly subjectVersion: string;
  readonly payload: RequestRow["payload"];
}): Uint8Array {
  return hash("sha256", canonicalJson(content), "buffer");
}
