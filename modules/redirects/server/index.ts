import { fileURLToPath } from "node:url";
import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { barePath } from "#kit/i18n/locale.ts";
import { invariant } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import { findRedirect, type Redirect } from "../shared/contract.ts";

interface Row {
  readonly path: string;
  readonly target: string;
}

/** Old addresses of the site and their targets. */
export interface Redirects extends ServerModule {
  /** The current target of an address (a path, with or without language and query), or null. */
  find(address: string): Redirect | null;
  /** All of them, as this process last read them. */
  all(): readonly { readonly path: string; readonly target: string }[];
  /** Throws an Error if it would make a chain. */
  set(tx: Tx, path: string, target: string): Promise<void>;
  remove(tx: Tx, path: string): Promise<void>;
}

export function createRedirects(host: Host): Redirects {
  const rows = cachedTable<Row>(host, "redirects", readRows);

  function find(address: string): Redirect | null {
    const path = address.split(/[?#]/)[0] ?? "";
    const bare = barePath(path);
    const row = rows.all.find(each => each.path === bare);
    if (!row) return null;
    if (!row.target.startsWith("/")) return { url: row.target, external: true };
    const prefix = bare === path ? "" : path.slice(0, 3);
    return { url: prefix !== "" && row.target === "/" ? prefix : prefix + row.target, external: false };
  }

  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    handlers: [handle(findRedirect, async ({ input }) => ({ data: find(input.body.path) }))],
    start: rows.start,
    async stop() {
      rows.stop();
    },
    find,
    all: () => rows.all,
    async set(tx, path, target) {
      await refuseChain(tx, path, target);
      await tx.query(
        `INSERT INTO redirects.redirects (path, target, set_at) VALUES ($1, $2, $3)
         ON CONFLICT (path) DO UPDATE SET target = $2, set_at = $3`,
        [path, target, new Date(host.clock.now())],
      );
      await rows.changed(tx);
    },
    async remove(tx, path) {
      await tx.query("DELETE FROM redirects.redirects WHERE path = $1", [path]);
      await rows.changed(tx);
    },
  };
}

/** The lock serialises concurrent changes: two halves of a cycle must not be committed at once. */
async function refuseChain(tx: Tx, path: string, target: string): Promise<void> {
  await tx.query("LOCK TABLE redirects.redirects IN SHARE ROW EXCLUSIVE MODE");
  const { rowCount } = await tx.query("SELECT 1 FROM redirects.redirects WHERE path = $2 OR target = $1", [
    path,
    barePath(target.split(/[?#]/)[0] ?? ""),
  ]);
  invariant(rowCount === 0 && path !== target, `${path} → ${target} would make a chain of redirects`);
}

async function readRows(db: Queryable): Promise<readonly Row[]> {
  return (await db.query<Row>("SELECT path, target FROM redirects.redirects")).rows;
}
