import type { Uuid } from "#kit/std/brand.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProviderRound } from "#modules/wallet/server/index.ts";
import type { ProviderNeeds } from "./needs.ts";
import { ProviderSilent } from "./provider-client.ts";
import type { Provider } from "./registry.ts";
import { keepRecord } from "./round-records.ts";
import { keepModules } from "./verifier-modules.ts";

/** Settlements of the last seconds may commit in another order than their times. */
const settledMs = 10_000;
const pageSize = 200;
const mostPages = 10;
const atOnce = 4;

/** Between two groups where many rounds wait: a run without pauses takes a second of both processors from the players, each minute. */
export const pauseMs = 100;

/**
 * Reads the public record of every ended round, and the verifier module of every approved version, so that rounds are verified when
 * their provider is gone. Where a provider does not respond, the next run continues from the same round.
 */
export async function keepRecords(needs: ProviderNeeds, pause = 0): Promise<void> {
  for (const provider of needs.registry.all) {
    await keepModules(needs, provider);
    for (let page = 0; page < mostPages && (await keepPage(needs, provider, pause)) === pageSize; page++);
  }
}

/** Returns how many rounds were passed. */
async function keepPage(needs: ProviderNeeds, provider: Provider, pause: number): Promise<number> {
  const { host, wallet, client } = needs;
  const rounds = await wallet.providerRounds.ended({
    game: provider.account,
    after: await readUntil(needs, provider),
    before: new Date(host.clock.now() - settledMs),
    limit: pageSize,
  });
  let passed = 0;
  try {
    for (; passed < rounds.length; passed += atOnce) {
      if (pause > 0 && passed > 0) await new Promise<void>(resolve => host.clock.after(pause, resolve));
      await Promise.all(
        rounds.slice(passed, passed + atOnce).map(async round => {
          const reply = await client.call(provider, "rounds/{round}", { params: { round: round.provided } });
          if (reply.record) await keepRecord(needs, round, reply.record);
        }),
      );
    }
  } catch (error) {
    if (!(error instanceof ProviderSilent || error instanceof Error)) throw error;
    host.log.warn({ err: error, provider: provider.slug }, "Failed to read records of rounds");
  }
  const last = rounds[Math.min(passed, rounds.length) - 1];
  if (last) await passedUntil(needs, provider, last);
  return Math.min(passed, rounds.length);
}

const first = required(parseUuid("00000000-0000-0000-0000-000000000000"), "a UUID");

async function readUntil({ host }: ProviderNeeds, { id }: Provider) {
  const { rows } = await host.db.query<{ closedAt: Date; round: Uuid }>(
    `SELECT closed_at AS "closedAt", round FROM providers.records_read WHERE provider_id = $1`,
    [id],
  );
  return { closedAt: rows[0]?.closedAt ?? new Date(0), key: rows[0]?.round ?? first };
}

async function passedUntil({ host }: ProviderNeeds, { id }: Provider, { closedAt, key }: ProviderRound): Promise<void> {
  await host.db.query(
    `INSERT INTO providers.records_read (provider_id, closed_at, round) VALUES ($1, $2, $3)
     ON CONFLICT (provider_id) DO UPDATE SET closed_at = excluded.closed_at, round = excluded.round`,
    [id, closedAt, key],
  );
}
