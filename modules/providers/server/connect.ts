import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { networks } from "#kit/http/address.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { providerGames } from "#modules/ledger/shared/chart.ts";
import { addressInvalid, keysFull, providerTaken } from "../shared/errors.ts";
import type { Registry } from "./registry.ts";

export interface NewProvider {
  readonly slug: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly frameOrigin: string;
}

/** Connects a provider, switched off, under the next free number. Fails with `provider_taken`. */
export async function connectProvider(host: Host, registry: Registry, tx: Tx, wanted: NewProvider): Promise<Uuid> {
  const id = host.ids.next();
  await tx.query("LOCK TABLE providers.providers IN SHARE ROW EXCLUSIVE MODE");
  try {
    await tx.query(
      `INSERT INTO providers.providers (id, slug, title, number, base_url, frame_origin, connected_at)
       SELECT $1, $2, $3, coalesce(max(number) + 1, $4::int), $5, $6, $7 FROM providers.providers`,
      [
        id,
        wanted.slug,
        wanted.title,
        providerGames.least,
        wanted.baseUrl,
        wanted.frameOrigin,
        new Date(host.clock.now()),
      ],
    );
  } catch (error) {
    if (isUniqueViolation(error, "providers_slug_key")) fail(providerTaken);
    throw error;
  }
  await tx.query("INSERT INTO providers.reconciled (provider_id, until) VALUES ($1, $2)", [
    id,
    new Date(host.clock.now()),
  ]);
  await registry.changed(tx);
  return id;
}

export interface ProviderSettings {
  readonly title?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly frameOrigin?: string | undefined;
  readonly isOn?: boolean | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly callsPerSecond?: number | undefined;
}

/** Fails with `not_found`, `address_invalid`. */
export async function changeProvider(registry: Registry, tx: Tx, id: Uuid, settings: ProviderSettings): Promise<void> {
  if (settings.addresses) checkAddresses(settings.addresses);
  const { rowCount } = await tx.query(
    `UPDATE providers.providers SET title = coalesce($2, title), base_url = coalesce($3, base_url),
       frame_origin = coalesce($4, frame_origin), is_on = coalesce($5, is_on), addresses = coalesce($6::text[], addresses),
       calls_per_second = coalesce($7, calls_per_second), version = version + 1 WHERE id = $1`,
    [
      id,
      settings.title ?? null,
      settings.baseUrl ?? null,
      settings.frameOrigin ?? null,
      settings.isOn ?? null,
      settings.addresses ?? null,
      settings.callsPerSecond ?? null,
    ],
  );
  if (rowCount === 0) fail(notFound);
  await registry.changed(tx);
}

function checkAddresses(addresses: readonly string[]): void {
  try {
    networks(addresses);
  } catch {
    fail(addressInvalid);
  }
}

/** Creates a key and returns its secret, which is not shown again. Fails with `not_found`, `keys_full`. */
export async function makeKey(
  host: Host,
  registry: Registry,
  tx: Tx,
  provider: Uuid,
): Promise<{ id: string; secret: string }> {
  const found = await tx.query("SELECT FROM providers.providers WHERE id = $1 FOR UPDATE", [provider]);
  if (found.rowCount === 0) fail(notFound);
  const { rows } = await tx.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM providers.keys WHERE provider_id = $1 AND revoked_at IS NULL",
    [provider],
  );
  if (required(rows[0], "a count").n >= 2n) fail(keysFull);
  const id = `k_${toHex(host.random.bytes(8))}`;
  const secret = toHex(host.random.bytes(32));
  await tx.query("INSERT INTO providers.keys (id, provider_id, sealed, created_at) VALUES ($1, $2, $3, $4)", [
    id,
    provider,
    registry.seal(secret, id),
    new Date(host.clock.now()),
  ]);
  await registry.changed(tx);
  return { id, secret };
}

/** From the commit on no call under this key is taken. Again it is the same. Fails with `not_found`. */
export async function revokeKey(host: Host, registry: Registry, tx: Tx, provider: Uuid, key: string): Promise<void> {
  const { rowCount } = await tx.query(
    "UPDATE providers.keys SET revoked_at = coalesce(revoked_at, $3) WHERE id = $1 AND provider_id = $2",
    [key, provider, new Date(host.clock.now())],
  );
  if (rowCount === 0) fail(notFound);
  await registry.changed(tx);
}
