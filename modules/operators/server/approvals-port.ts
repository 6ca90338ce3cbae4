import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Actor } from "#modules/audit/server/index.ts";
import type { Permission } from "../shared/permissions.ts";

/** What a request is about, as it was asked for. Payloads hold no secret: everybody who may read the request sees them. */
export interface RequestContent {
  /** `operator:{id}`, `game:{name}`: what the request is about. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, Json>>;
  readonly reason: string;
}

/** A request whose last approval has arrived. */
export interface ApprovedRequest extends RequestContent {
  readonly id: Uuid;
  readonly askedBy: Uuid;
  readonly askedName: string;
}

/** A kind of request that takes more than one person, registered by the domain that carries it out. */
export interface RequestKind {
  /** A verb phrase with dots, such as `owner.invite`. */
  readonly kind: string;
  /** Whoever approves or declines needs it. */
  readonly permission: Permission;
  /** Whoever sees the requests of this kind needs it. */
  readonly reads: Permission;
  /** How many people approve beside the one who asks. */
  readonly needs: number;
  /** The version of the subject now; an approval counts only for the version the request was made for. */
  versionOf(db: Queryable, content: Pick<RequestContent, "subject" | "payload">): Promise<string>;
  /** Carries the request out in the transaction of the last approval. Calls to other companies are a job enqueued in it. */
  run(tx: Tx, request: ApprovedRequest, by: Actor): Promise<void>;
}

/** Whoever asks, from where. */
export type Asker = Pick<Operator, "id" | "name">;

export interface AskedRequest {
  readonly id: Uuid;
  readonly expiresAt: Date;
  /** False where the same person asked for the same thing before and it still waits. */
  readonly isNew: boolean;
}

/** How a domain asks for further people: the module `approvals`, which is above this one. */
export interface ApprovalPort {
  register(kind: RequestKind): void;
  ask(tx: Tx, request: RequestContent & { readonly kind: string }, by: Asker): Promise<AskedRequest>;
}
