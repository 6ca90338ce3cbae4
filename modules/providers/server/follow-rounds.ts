import type { ProviderRound } from "#modules/wallet/server/index.ts";
import type { ProviderNeeds } from "./needs.ts";
import { ProviderSilent } from "./provider-client.ts";
import type { Provider } from "./registry.ts";
import { keepRecord } from "./round-records.ts";

const minuteMs = 60_000;
const askAfterMs = 10 * minuteMs;
const finishAfterMs = 24 * 60 * minuteMs;
const decideAfterMs = 72 * 60 * minuteMs;
const atOnce = 200;

interface Check {
  readonly askedAt: Date | null;
  readonly finishAt: Date | null;
  readonly answeredAt: Date | null;
}

/** A provider that was silent this often in a minute is not asked again in it: its timeouts would hold up the rounds of others. */
const mostSilences = 3;

/** What one run has met: how often each provider was silent. */
type Silences = Map<string, number>;

/**
 * Follows rounds that stay open: asks about one after 10 minutes and every hour, requests its end after 24 hours (at once for an
 * excluded player), and raises an alarm after 72 hours without a response. Nothing is ever voided here: a win may exist.
 */
export async function followRounds(needs: ProviderNeeds, pageSize = atOnce): Promise<void> {
  const { host, wallet, registry } = needs;
  const now = host.clock.now();
  const silences: Silences = new Map();
  const which = { before: new Date(now - askAfterMs), now: new Date(now), limit: pageSize };
  let after: ProviderRound | undefined;
  do {
    const open = await wallet.providerRounds.roundsToFollow({ ...which, ...(after && { after }) });
    for (const round of open) {
      const provider = registry.byAccount(round.game);
      if (provider) await follow(needs, provider, round, now, silences);
    }
    after = open.length < pageSize ? undefined : open.at(-1);
  } while (after);
}

async function follow(
  needs: ProviderNeeds,
  provider: Provider,
  round: ProviderRound & { readonly excluded: boolean },
  now: number,
  silences: Silences,
): Promise<void> {
  const check = await readCheck(needs, round);
  const ageMs = now - round.openedAt.getTime();
  const wantsFinish = (round.excluded || ageMs >= finishAfterMs) && isDue(check?.finishAt, now);
  if (!wantsFinish && !isDue(check?.askedAt, now)) return;
  const answered = await ask(needs, provider, round, wantsFinish, silences);
  await noteCheck(needs, round, { wantsFinish, answered });
  const silentMs = now - (check?.answeredAt ?? round.openedAt).getTime();
  if (!answered && silentMs >= decideAfterMs) {
    const { player, provided, slug, currency, staked } = round;
    const facts = { player, round: provided, game: slug, currency, staked: String(staked) };
    needs.alarms.raise(provider.id, "round_waits", `${player}/${provided}`, facts);
  }
}

/** Once an hour. */
function isDue(last: Date | null | undefined, now: number): boolean {
  return !last || now - last.getTime() >= 60 * minuteMs;
}

async function ask(
  needs: ProviderNeeds,
  provider: Provider,
  round: ProviderRound & { readonly excluded: boolean },
  wantsFinish: boolean,
  silences: Silences,
): Promise<boolean> {
  const silent = silences.get(provider.id) ?? 0;
  if (silent >= mostSilences) return false;
  const params = { round: round.provided };
  try {
    const reply = wantsFinish
      ? await needs.client.call(provider, "rounds/{round}/finish", {
          params,
          body: { player: round.player, reason: round.excluded ? "excluded" : "expired" },
        })
      : await needs.client.call(provider, "rounds/{round}", { params });
    if (reply.record) await keepRecord(needs, round, reply.record);
    return reply.status === "ok";
  } catch (error) {
    needs.host.log.warn({ err: error, round: round.provided, provider: provider.slug }, "Failed to ask about a round");
    silences.set(provider.id, silent + 1);
    if (error instanceof ProviderSilent || error instanceof Error) return false;
    throw error;
  }
}

async function readCheck({ host }: ProviderNeeds, { player, key }: ProviderRound): Promise<Check | undefined> {
  const { rows } = await host.db.query<Check>(
    `SELECT asked_at AS "askedAt", finish_at AS "finishAt", answered_at AS "answeredAt" FROM providers.round_checks
    WHERE player_id = $1 AND round = $2`,
    [player, key],
  );
  return rows[0];
}

async function noteCheck(
  { host }: ProviderNeeds,
  { player, key }: ProviderRound,
  { wantsFinish, answered }: { readonly wantsFinish: boolean; readonly answered: boolean },
): Promise<void> {
  const now = new Date(host.clock.now());
  await host.db.query(
    `INSERT INTO providers.round_checks AS c (player_id, round, asked_at, finish_at, answered_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (player_id, round) DO UPDATE SET asked_at = excluded.asked_at,
       finish_at = coalesce(excluded.finish_at, c.finish_at), answered_at = coalesce(excluded.answered_at, c.answered_at)`,
    [player, key, now, wantsFinish ? now : null, answered ? now : null],
  );
}
