import type { SigningKey } from "#kit/http/signed-messages.ts";
import { required } from "#kit/std/invariant.ts";
import { RgsError } from "./rgs-error.ts";
import type { Connection } from "./settings.ts";
import type { StudioHost } from "./studio-host.ts";

/** A connected casino. */
export interface Casino {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly walletUrl: string;
  readonly origins: readonly string[];
  /** Valid keys, the newest first: it signs, all of them are accepted. */
  readonly keys: readonly SigningKey[];
}

export interface Casinos {
  list(): Promise<readonly Casino[]>;
  bySlug(slug: string): Promise<Casino | undefined>;
  /** Throws `casino_unavailable` when it is no longer connected. */
  byId(id: number): Promise<Casino>;
  /** The casino that a key was given to. */
  byKey(keyId: string): Promise<Casino | undefined>;
  /** Connects a casino, or updates its addresses and adds its key. */
  connect(connection: Connection): Promise<void>;
  revokeKey(keyId: string): Promise<void>;
}

/** How long another process's change may stay unseen. */
const freshMs = 2_000;
const maxKeys = 2;

export function createCasinos({ db, clock, seal }: StudioHost): Casinos {
  let known: { readonly at: number; readonly casinos: Promise<readonly Casino[]> } | undefined;

  function list(): Promise<readonly Casino[]> {
    const now = clock.monotonic();
    if (!known || now - known.at > freshMs) {
      const casinos = read();
      known = { at: now, casinos };
      casinos.catch(() => {
        known = undefined;
      });
    }
    return known.casinos;
  }

  async function read(): Promise<readonly Casino[]> {
    const { rows } = await db.query<CasinoRow>(
      `SELECT c.id, c.slug, c.name, c.wallet_url AS "walletUrl", c.origins,
         (SELECT json_agg(json_build_object('id', k.id, 'secret', encode(k.secret, 'hex')) ORDER BY k.created_at DESC, k.id)
          FROM rgs.casino_keys k WHERE k.casino = c.id AND k.revoked_at IS NULL) AS keys
       FROM rgs.casinos c WHERE c.active ORDER BY c.id`,
    );
    return rows.map(row => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      walletUrl: row.walletUrl,
      origins: row.origins,
      keys: (row.keys ?? []).slice(0, maxKeys).map(({ id, secret }) => ({
        id,
        secret: Buffer.from(seal.open(Buffer.from(secret, "hex"), `casino-key:${id}`)).toString("utf8"),
      })),
    }));
  }

  return {
    list,
    bySlug: async slug => (await list()).find(casino => casino.slug === slug),
    async byId(id) {
      const casino = (await list()).find(each => each.id === id);
      if (!casino) throw new RgsError("casino_unavailable");
      return casino;
    },
    byKey: async keyId => (await list()).find(({ keys }) => keys.some(key => key.id === keyId)),
    async connect({ slug, name, wallet_url, origins, key }) {
      const now = new Date(clock.now());
      await db.tx(async tx => {
        const { rows } = await tx.query<{ id: number }>(
          `INSERT INTO rgs.casinos (slug, name, wallet_url, origins, connected_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (slug) DO UPDATE SET name = $2, wallet_url = $3, origins = $4, active = true RETURNING id`,
          [slug, name, wallet_url, origins, now],
        );
        const sealed = seal.seal(Buffer.from(key.secret, "utf8"), `casino-key:${key.id}`);
        await tx.query(
          `INSERT INTO rgs.casino_keys (id, casino, secret, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (id) DO UPDATE SET secret = $3 WHERE casino_keys.casino = $2`,
          [key.id, required(rows[0], "an upsert returns its row").id, sealed, now],
        );
      });
      known = undefined;
    },
    async revokeKey(keyId) {
      await db.query("UPDATE rgs.casino_keys SET revoked_at = $2 WHERE id = $1", [keyId, new Date(clock.now())]);
      known = undefined;
    },
  };
}

interface CasinoRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly walletUrl: string;
  readonly origins: readonly string[];
  readonly keys: readonly { readonly id: string; readonly secret: string }[] | null;
}
