import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { FoundRound, ProvidedRounds } from "#modules/bets/server/index.ts";
import type { ProvidedOwn } from "#modules/bets/shared/contract.ts";
import type { Bet, ProviderRound } from "#modules/wallet/server/index.ts";
import { verifierPath } from "../shared/contract.ts";
import type { ProviderRoundView } from "../shared/provider-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider } from "./registry.ts";
import { type StoredPair, storedPair } from "./stored-seeds.ts";
import { keepModule } from "./verifier-modules.ts";

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

type StoredRecord = Readonly<Record<string, Json>>;

/**
 * The record as it is kept. The provider is asked where there is none of a round that has ended, and where the seeds were revealed since;
 * a provider that does not respond takes nothing away: the casino stores both seeds.
 */
async function recordOf(needs: ProviderNeeds, round: ProviderRound, pair: StoredPair | undefined) {
  const stored = await storedRecord(needs, round);
  const isRevealed = pair?.casino_seed != null && pair.provider_seed !== null;
  if (stored && !(isRevealed && stored.seed === null)) return stored;
  const provider = needs.registry.byAccount(round.game);
  if (!provider || round.status === "open") return null;
  const record = (await askRecord(needs, provider, round)) ?? null;
  return record && pair ? revealedIn(record, pair) : record;
}

/** A record that was read before the rotation, with the seeds that were revealed since. */
function revealedIn(record: StoredRecord, pair: StoredPair): StoredRecord {
  if (record.seed !== null || record.casino_seed !== null || pair.provider_seed === null) return record;
  return { ...record, seed: pair.provider_seed, casino_seed: pair.casino_seed };
}

async function askRecord(
  needs: ProviderNeeds,
  provider: Provider,
  round: ProviderRound,
): Promise<StoredRecord | undefined> {
  try {
    const reply = await needs.client.call(provider, "rounds/{round}", { params: { round: round.provided } });
    if (reply.record) await keepRecord(needs, round, reply.record);
  } catch (error) {
    needs.host.log.warn({ err: error, round: round.provided }, "Failed to read the record of a round");
  }
  return storedRecord(needs, round);
}

interface BetChoice {
  readonly base?: string;
  readonly nonce?: number;
  readonly answer?: string;
  readonly seed?: number;
}

/** What the casino's own books have of the round, to hold the provider's record against. */
async function booksOf(
  needs: ProviderNeeds,
  round: ProviderRound,
): Promise<{ own: ProvidedOwn; pair?: StoredPair } | null> {
  const [first] = round.bets;
  const bet = first && (await needs.wallet.bet(round.player, first));
  const provider = needs.registry.byAccount(round.game);
  if (!bet || !provider) return null;
  const { base, nonce, answer, seed } = (bet.choice ?? {}) as BetChoice;
  const owner = { player: round.player, provider: provider.id, slug: round.slug };
  const pair = seed === undefined ? undefined : await storedPair(needs.host.db, needs.seeds, owner, seed);
  const own = {
    round: round.provided,
    base: baseOf(round, base),
    nonce: nonce ?? null,
    answer: answer ?? null,
    casino_seed_hash: pair?.casino_hash ?? null,
    casino_seed: pair?.casino_seed ?? null,
    provider_seed_hash: pair?.provider_hash ?? null,
    provider_seed: pair?.provider_seed ?? null,
    rules_version: bet.rulesVersion,
  };
  return { own, ...(pair && { pair }) };
}

/** What the record states as the stake: of a round with several bets their sum, which a void one has no more. */
function baseOf({ bets, staked, status }: ProviderRound, base: string | undefined): string | null {
  if (bets.length === 1) return base ?? null;
  return status === "void" ? null : formatAmount(staked);
}

/** Path of the module that the record names, kept here by now; null where there is none. */
async function verifierOf(
  needs: ProviderNeeds,
  round: ProviderRound,
  record: StoredRecord | null,
): Promise<string | null> {
  const provider = needs.registry.byAccount(round.game);
  const maths = record?.maths;
  if (!provider || typeof maths !== "string" || !/^[0-9a-f]{64}$/.test(maths)) return null;
  return (await keepModule(needs, provider, provider.games.get(round.slug)?.manifest, maths))
    ? verifierPath(maths)
    : null;
}

/** A round as its public record shows it. */
export async function shown(needs: ProviderNeeds, round: ProviderRound): Promise<FoundRound> {
  const provider = needs.registry.byAccount(round.game);
  const books = await booksOf(needs, round);
  const record = await recordOf(needs, round, books?.pair);
  return {
    player: round.player,
    startedAt: round.openedAt,
    endedAt: round.closedAt,
    shown: {
      provider: provider?.slug ?? round.game,
      title: provider?.games.get(round.slug)?.manifest.title ?? null,
      slug: round.slug,
      currency: round.currency,
      state: round.status,
      stake: formatAmount(round.staked),
      win: formatAmount(round.won),
      jackpot: formatAmount(round.potWon),
      record,
      own: books?.own ?? null,
      verifier: await verifierOf(needs, round, record),
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
    titleOf: (account, slug) => registry.byAccount(account)?.games.get(slug)?.manifest.title ?? null,
    gamesOf: kind =>
      registry.all.flatMap(({ account, games }) =>
        [...games.values()]
          .filter(({ manifest }) => manifest.kind === kind)
          .map(({ slug }) => ({ game: account, slug })),
      ),
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
