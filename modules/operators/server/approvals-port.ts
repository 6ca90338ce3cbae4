import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Actor } from "#modules/audit/server/index.ts";
import type { Permission } from "../shared/permissions.ts";

/** The subject of a request, as requested. Payloads contain no secret: every reader of the request sees them. */
export interface RequestContent {
  /** `operator:{id}`, `game:{name}`: the subject of the request. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, Json>>;
  readonly reason: string;
}

/** A request that has received its last approval. */
export interface ApprovedRequest extends RequestContent {
  readonly id: Uuid;
  readonly askedBy: Uuid;
  readonly askedName: string;
}

/** A kind of request that takes several approvals, registered by the domain that carries it out. */
export interface RequestKind {
  /** A verb phrase with dots, such as `owner.invite`. */
  readonly kind: string;
  /** Required to approve or decline. */
  readonly permission: Permission;
  /** Which the requester must still have when the last approval comes, beside working here; none unless given. */
  readonly asksWith?: Permission;
  /** Required to see the requests of this kind. */
  readonly reads: Permission;
  /** Approvals needed besides the requester. */
  readonly needs: number;
  /** The current version of the subject; an approval counts only for the version the request was made for. */
  versionOf(db: Queryable, content: Pick<RequestContent, "subject" | "payload">): Promise<string>;
  /** Carries out the request in the transaction of the last approval. Calls to providers are a job enqueued in it. */
  run(tx: Tx, request: ApprovedRequest, by: Actor): Promise<void>;
}

/** The requester, and their address. */
export type Asker = Pick<Operator, "id" | "name">;

export interface AskedRequest {
  readonly id: Uuid;
  readonly expiresAt: Date;
  /** False if the same operator made the same request before and it is still open. */
  readonly isNew: boolean;
}

/** How a domain requests approvals: the module `approvals`, which is above this one. */
export interface ApprovalPort {
  register(kind: RequestKind): void;
  ask(tx: Tx, request: RequestContent & { readonly kind: string }, by: Asker): Promise<AskedRequest>;
}
