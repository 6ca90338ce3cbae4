import { fileURLToPath } from "node:url";
import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { barePath } from "#kit/i18n/locale.ts";
import manifest from "../module.ts";
import { findRedirect, type Redirect } from "../shared/contract.ts";

interface Row {
  readonly path: string;
  /** Another path, or an https address elsewhere. */
  readonly target: string;
}

/** Old addresses of the site and their targets. */
export interface Redirects extends ServerModule {
  /** The current target of an address (a path, with or without language and query), or null. */
  find(address: string): Redirect | null;
  /** All of them, as this process last read them. */
  all(): readonly Row[];
  /** Whether visitors may be sent there: a page of the site, or a host of REDIRECT_HOSTS. */
  allows(target: string): boolean;
  /** All of them, as stored. */
  read(on: Queryable): Promise<readonly Row[]>;
  /** All of them, from the commit on: no target is an old address. */
  replace(tx: Tx, list: readonly Row[]): Promise<void>;
}

export function createRedirects(host: Host): Redirects {
  const rows = cachedTable<Row>(host, "redirects", readRows);
  const followed = host.metrics.counter("redirects_followed_total", "Visitors sent from an old address", ["path"]);

  function allows(target: string): boolean {
    if (target.startsWith("/")) return true;
    const { hostname } = new URL(target);
    return host.config.REDIRECT_HOSTS.some(each => hostname === each || hostname.endsWith(`.${each}`));
  }

  function find(address: string): Redirect | null {
    const path = address.split(/[?#]/)[0] ?? "";
    const bare = barePath(path);
    const row = rows.all.find(each => each.path === bare);
    if (!row || !allows(row.target)) return null;
    followed.inc({ path: row.path });
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
    allows,
    read: readRows,
    async replace(tx, list) {
      await tx.query("DELETE FROM redirects.redirects");
      await tx.query(
        `INSERT INTO redirects.redirects (path, target, set_at)
         SELECT path, target, $2 FROM jsonb_to_recordset($1::jsonb) AS t(path text, target text)`,
        [JSON.stringify(list.map(({ path, target }) => ({ path, target }))), new Date(host.clock.now())],
      );
      await rows.changed(tx);
    },
  };
}

async function readRows(db: Queryable): Promise<readonly Row[]> {
  return (await db.query<Row>("SELECT path, target FROM redirects.redirects ORDER BY path")).rows;
}
