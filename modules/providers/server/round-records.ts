import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { FoundRound, ProvidedRounds } from "#modules/bets/server/index.ts";
import type { Bet, ProviderRound } from "#modules/wallet/server/index.ts";
import type { ProviderRoundView } from "../shared/provider-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import { uuidV5 } from "./uuid-v5.ts";

/** What the provider made public of a round, kept so that it can be shown and verified when the provider is gone. */
export async function keepRecord(
  { host }: ProviderNeeds,
  { player, key }: { readonly player: PlayerId; readonly key: Uuid },
  { proof }: ProviderRoundView,
): Promise<void> {
  if (proof === null) return;
  await host.db.query(
    `INSERT INTO providers.records (player_id, round, record, read_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (player_id, round) DO UPDATE SET record = excluded.record, read_at = excluded.read_at`,
    [player, key, JSON.stringify(proof), new Date(host.clock.now())],
  );
}

async function storedRecord({ host }: ProviderNeeds, { player, key }: ProviderRound) {
  const { rows } = await host.db.query<{ record: Record<string, Json> }>(
    "SELECT record FROM providers.records WHERE player_id = $1 AND round = $2",
    [player, key],
  );
  return rows[0]?.record;
}

/** The record as it is kept; of a round that has ended and has none, the provider is asked first. */
async function recordOf(needs: ProviderNeeds, round: ProviderRound): Promise<Record<string, Json> | null> {
  const stored = await storedRecord(needs, round);
  if (stored) return stored;
  const provider = needs.registry.byAccount(round.game);
  if (!provider || round.status === "open") return null;
  try {
    const reply = await needs.client.call(provider, "rounds/{round}", { params: { round: round.provided } });
    if (reply.record) await keepRecord(needs, round, reply.record);
  } catch (error) {
    needs.host.log.warn({ err: error, round: round.provided }, "Failed to read the record of a round");
  }
  return (await storedRecord(needs, round)) ?? null;
}

async function shown(needs: ProviderNeeds, round: ProviderRound): Promise<FoundRound> {
  return {
    player: round.player,
    startedAt: round.openedAt,
    endedAt: round.closedAt,
    shown: {
      provider: needs.registry.byAccount(round.game)?.slug ?? round.game,
      slug: round.slug,
      currency: round.currency,
      state: round.status,
      stake: formatAmount(round.staked),
      win: formatAmount(round.won),
      jackpot: formatAmount(round.potWon),
      record: await recordOf(needs, round),
    },
  };
}

/** Rounds of providers for the public record: by the provider's name of the round, the casino's, or a bet of it. */
export function providedRounds(needs: ProviderNeeds): ProvidedRounds {
  const { wallet, registry } = needs;

  async function byKey(key: Uuid): Promise<FoundRound | undefined> {
    const [round] = await wallet.providerRounds.named(key);
    return round && shown(needs, round);
  }

  return {
    async byId(id) {
      const own = await byKey(id);
      if (own) return own;
      for (const provider of registry.all) {
        const found = await byKey(uuidV5(provider.id, id));
        if (found) return found;
      }
      return undefined;
    },
    async ofBet(bet: Bet) {
      const { round: name } = bet.choice as { readonly round?: string };
      const provider = registry.byAccount(bet.game);
      if (!provider || name === undefined) return undefined;
      const round = await wallet.providerRounds.round(bet.player, uuidV5(provider.id, name));
      return round && shown(needs, round);
    },
  };
}
