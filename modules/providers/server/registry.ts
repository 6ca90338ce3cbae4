import type { BlockList } from "node:net";
import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { networks } from "#kit/http/address.ts";
import type { SigningKey } from "#kit/http/signed-messages.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { providerGame } from "#modules/ledger/shared/chart.ts";
import type { GameManifest } from "../shared/provider-calls.ts";

export const keysPurpose = "provider keys";

export interface ProviderRow {
  readonly id: Uuid;
  readonly slug: string;
  readonly title: string;
  readonly number: number;
  readonly baseUrl: string;
  readonly frameOrigin: string;
  readonly isOn: boolean;
  readonly addresses: readonly string[];
  readonly callsPerSecond: number;
  readonly version: number;
}

/** A connected provider with what its calls are checked by. */
export interface Provider extends ProviderRow {
  /** The game of its bets in the books. */
  readonly account: string;
  /** The newest first. */
  readonly keys: readonly SigningKey[];
  /** Undefined: from anywhere. */
  readonly networks: BlockList | undefined;
  readonly games: ReadonlyMap<string, ProviderGame>;
}

export interface ProviderGame {
  readonly slug: string;
  readonly manifest: GameManifest;
  /** Hash of the verifier module as approved; null where rounds cannot be proven. */
  readonly maths: string | null;
  readonly isEnabled: boolean;
}

export interface Registry {
  readonly all: readonly Provider[];
  bySlug(slug: string): Provider | undefined;
  byId(id: Uuid): Provider | undefined;
  byKey(keyId: string): Provider | undefined;
  byAccount(game: string): Provider | undefined;
  /** In the transaction of every change of providers, keys and games. */
  changed(tx: Tx): Promise<void>;
  seal(secret: string, keyId: string): Uint8Array;
  start(): Promise<void>;
  stop(): void;
}

interface StoredProvider extends ProviderRow {
  readonly keys: readonly { readonly id: string; readonly sealed: string }[];
  readonly games: readonly {
    readonly slug: string;
    readonly manifest: GameManifest;
    readonly maths: string | null;
    readonly isEnabled: boolean;
  }[];
}

/** Providers with their keys and games, in memory: every call asks. */
export function createRegistry(host: Host): Registry {
  const seal = createSecretSeal(host, keysPurpose);
  const rows = cachedTable<StoredProvider>(host, "providers", readProviders);
  let made: { from: readonly StoredProvider[]; all: readonly Provider[] } = { from: [], all: [] };

  function all(): readonly Provider[] {
    if (made.from !== rows.all) made = { from: rows.all, all: rows.all.map(open) };
    return made.all;
  }

  function open({ keys, games, ...row }: StoredProvider): Provider {
    return {
      ...row,
      account: providerGame(row.number),
      keys: keys.map(({ id, sealed }) => {
        return { id, secret: Buffer.from(seal.open(Buffer.from(sealed, "hex"), labelOf(id))).toString() };
      }),
      networks: row.addresses.length > 0 ? networks(row.addresses) : undefined,
      games: new Map(
        games.map(({ slug, manifest, maths, isEnabled }) => [
          slug,
          { slug, manifest, maths, isEnabled: isEnabled && manifest.maths === maths },
        ]),
      ),
    };
  }

  return {
    get all() {
      return all();
    },
    bySlug: slug => all().find(each => each.slug === slug),
    byId: id => all().find(each => each.id === id),
    byKey: keyId => all().find(({ keys }) => keys.some(({ id }) => id === keyId)),
    byAccount: game => all().find(({ account }) => account === game),
    changed: rows.changed,
    seal: (secret, keyId) => seal.seal(Buffer.from(secret), labelOf(keyId)),
    start: rows.start,
    stop: rows.stop,
  };
}

const labelOf = (keyId: string) => `provider-key:${keyId}`;

async function readProviders(on: Queryable): Promise<readonly StoredProvider[]> {
  const { rows } = await on.query<StoredProvider>(
    `SELECT p.id, p.slug, p.title, p.number, p.base_url AS "baseUrl", p.frame_origin AS "frameOrigin", p.is_on AS "isOn",
      p.addresses, p.calls_per_second AS "callsPerSecond", p.version,
       coalesce((SELECT json_agg(json_build_object('id', k.id, 'sealed', encode(k.sealed, 'hex')) ORDER BY k.created_at DESC, k.id)
         FROM providers.keys k WHERE k.provider_id = p.id AND k.revoked_at IS NULL), '[]') AS keys,
       coalesce((SELECT json_agg(json_build_object('slug', g.slug, 'manifest', g.manifest, 'maths', g.maths, 'isEnabled', g.is_enabled))
         FROM providers.games g WHERE g.provider_id = p.id), '[]') AS games
     FROM providers.providers p ORDER BY p.number`,
  );
  return rows;
}
