import { hash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { Json } from "#kit/std/json.ts";
import { copyGone, copyLimit, copyNotReady } from "../shared/errors.ts";
import type { KnownData } from "./collect-data.ts";
import {
  type CopyRow,
  copiesOf,
  copyById,
  copyTimes,
  deleteOldContents,
  insertCopy,
  lockCopy,
  noteCopyFetched,
  noteCopyReady,
  noteCopyRefused,
  waitingCopy,
} from "./copy-store.ts";

export const copyJob = "privacy-operator-copy";
export const copyLifeMs = 24 * 3_600_000;
/** How long a file that is being sent is kept. */
const sendingMs = 3_600_000;
const periodMs = 3_600_000;
/** Orders of one operator in an hour. */
const mostOrders = 10;

const labelOf = (id: string) => `operator-copy:${id}`;

interface By {
  readonly id: Uuid;
  readonly name: string;
}

interface Order {
  readonly player: PlayerId;
  readonly reason: string;
}

export interface OperatorCopies {
  /** Orders a copy; a job makes it. `isNew` is false while the operator's last one of this player is being made. Fails with `copy_limit`. */
  order(tx: Tx, order: Order, by: By): Promise<{ readonly copy: CopyRow; readonly isNew: boolean }>;
  /** Copies of a player's data, newest first, ordered by any operator. */
  of(player: PlayerId): Promise<readonly CopyRow[]>;
  /** The file, once, for its operator. Fails with `not_found`, `copy_not_ready`, `copy_gone`. */
  take(tx: Tx, id: string, by: Pick<By, "id">): Promise<{ readonly copy: CopyRow; readonly text: string }>;
  /** The job. */
  make(id: Uuid): Promise<void>;
  sweep(): Promise<void>;
}

interface Needs {
  readonly host: Host;
  readonly seal: SecretSeal;
  readonly knownOf: (player: PlayerId) => Promise<KnownData>;
  readonly modules: () => readonly ServerModule[];
  /** Whether an operator may order copies now. */
  mayOrder(operator: Uuid): Promise<boolean>;
}

/** Copies of a player's data that operators order. */
export function createOperatorCopies({ host, seal, knownOf, modules, mayOrder }: Needs): OperatorCopies {
  const now = () => new Date(host.clock.now());

  /** What a person reads before it is handed over, by module. */
  async function reviewedOf(player: PlayerId): Promise<Record<string, Json>> {
    const reviewed: Record<string, Json> = {};
    for (const module of modules())
      if (module.reviewedData) reviewed[module.manifest.name] = await module.reviewedData(player);
    return reviewed;
  }

  return {
    async order(tx, { player, reason }, { id: operator, name }) {
      const times = await copyTimes(tx, operator, new Date(host.clock.now() - periodMs));
      const waiting = await waitingCopy(tx, player, operator);
      if (waiting) return { copy: waiting, isNew: false };
      const oldest = times[mostOrders - 1];
      if (oldest)
        fail(copyLimit, {
          data: { retry_after: Math.ceil((oldest.getTime() + periodMs - host.clock.now()) / 1000) },
        });
      const copy = {
        id: host.ids.next(),
        playerId: player,
        operatorId: operator,
        operatorName: name,
        reason,
        orderedAt: now(),
      };
      await insertCopy(tx, copy);
      await enqueue(tx, copyJob, { id: copy.id }, { key: `operator-copy:${copy.id}` });
      const unmade = { readyAt: null, refusedAt: null, fetchedAt: null, sha256: null };
      return { copy: Object.assign(unmade, copy), isNew: true };
    },
    of: player => copiesOf(host.db, player),
    async take(tx, id, { id: operator }) {
      const copy = (await lockCopy(tx, id, operator)) ?? fail(notFound);
      if (!copy.readyAt && !copy.refusedAt) fail(copyNotReady);
      const { content, ...row } = copy;
      if (content === null || copyState(row, host.clock.now()) !== "ready") return fail(copyGone);
      await noteCopyFetched(tx, row.id, now());
      return { copy: row, text: gunzipSync(seal.open(content, labelOf(row.id))).toString() };
    },
    async make(id) {
      const order = await copyById(host.db, id);
      if (!order || order.readyAt || order.refusedAt) return;
      if (!(await mayOrder(order.operatorId))) return noteCopyRefused(host.db, id, now());
      const data = await knownOf(order.playerId);
      const review = await reviewedOf(order.playerId);
      const sha256 = hash("sha256", JSON.stringify({ data, review }), "buffer");
      const header = {
        export_id: id,
        player: order.playerId,
        operator: order.operatorName,
        ordered_at: order.orderedAt.toISOString(),
        reason: order.reason,
        sha256: toHex(sha256),
      };
      const text = JSON.stringify({ header, data, review }, null, 2);
      await noteCopyReady(host.db, id, { content: seal.seal(gzipSync(text), labelOf(id)), sha256, now: now() });
    },
    sweep: () =>
      deleteOldContents(host.db, {
        readyBefore: new Date(host.clock.now() - copyLifeMs),
        fetchedBefore: new Date(host.clock.now() - sendingMs),
      }),
  };
}

/** How far a copy is. */
export function copyState({ readyAt, refusedAt, fetchedAt }: CopyRow, now: number) {
  if (refusedAt) return "refused";
  if (fetchedAt) return "fetched";
  if (!readyAt) return "waiting";
  return readyAt.getTime() + copyLifeMs <= now ? "expired" : "ready";
}
