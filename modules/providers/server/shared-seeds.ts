import { Failure, fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { roundOpen } from "#modules/fairness/shared/errors.ts";
import { gameUnavailable } from "../shared/errors.ts";
import type { Commitments } from "../shared/wire.ts";
import type { RevealedSeed, SeedOwner } from "./casino-seeds.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider } from "./registry.ts";
import { completeRecords, keepCommitment, keepRevealed } from "./stored-seeds.ts";

export interface BothSeeds {
  readonly casino: Commitments;
  readonly provider: Commitments;
}

interface SeedsOf {
  readonly player: PlayerId;
  readonly provider: string;
  readonly slug: string;
}

function ownerOf({ registry }: ProviderNeeds, { player, provider: slug, slug: game }: SeedsOf) {
  const provider = registry.bySlug(slug);
  if (!provider?.games.has(game)) return fail(gameUnavailable);
  return { provider, owner: { player, provider: provider.id, slug: game } satisfies SeedOwner };
}

/** What both companies have committed to, before the casino's page makes the client seed; null of a game that has no seeds. */
export async function showBothSeeds(needs: ProviderNeeds, of: SeedsOf): Promise<BothSeeds | null> {
  const { provider, owner } = ownerOf(needs, of);
  const query = { player: of.player, game: of.slug };
  const reply = await answered(needs, provider, needs.client.call(provider, "seeds", { query }));
  const hasMaths = provider.games.get(of.slug)?.maths !== null;
  if (reply.status === "game_disabled" && !hasMaths) return null;
  const begun = await needs.seeds.unfinished(needs.host.db, owner);
  const chosen = reply.commitments?.client_seed;
  if (begun && chosen) return finishRotation(needs, { provider, owner, of }, begun, chosen);
  return both(needs, provider, owner, reply.commitments ?? fail(gameUnavailable));
}

/** The casino sends the client seed; the provider's frame cannot replace it. */
export async function setBothSeeds(needs: ProviderNeeds, of: SeedsOf, clientSeed: string): Promise<BothSeeds> {
  const { provider, owner } = ownerOf(needs, of);
  const begun = await needs.seeds.unfinished(needs.host.db, owner);
  if (begun) return finishRotation(needs, { provider, owner, of }, begun, clientSeed);
  const own = await needs.host.db.tx(tx => needs.seeds.show(tx, owner));
  const body = { ...bodyOf(of, clientSeed), casino_seed_hash: own.hash, casino_next_seed_hash: own.next };
  const reply = await answered(needs, provider, needs.client.call(provider, "seeds/client", { body }));
  if (reply.status === "round_open") return fail(roundOpen);
  return both(needs, provider, owner, reply.commitments ?? fail(gameUnavailable));
}

/**
 * Both reveal at once. The casino's half is written first, while no round of the game is open: from then on no bet is answered
 * under the old seed, and none at all until the provider has revealed its half. A provider that does not answer is asked again with the
 * same seed, by the player's next press or when the seeds are shown.
 */
export async function rotateBothSeeds(needs: ProviderNeeds, of: SeedsOf, clientSeed: string) {
  const { provider, owner } = ownerOf(needs, of);
  const { host, seeds, wallet } = needs;
  const revealed = await host.db.tx(async tx => {
    const begun = await seeds.unfinished(tx, owner);
    if (begun) return begun;
    const { number } = await seeds.show(tx, owner);
    const free = await wallet.providerRounds.startSeed(tx, of.player, provider.account, of.slug, number + 1);
    if (!free) fail(roundOpen);
    return seeds.rotate(tx, owner);
  });
  host.failpoints.hit("providers.seeds.revealed");
  return finishRotation(needs, { provider, owner, of }, revealed, clientSeed);
}

interface Rotating {
  readonly provider: Provider;
  readonly owner: SeedOwner;
  readonly of: SeedsOf;
}

async function finishRotation(
  needs: ProviderNeeds,
  { provider, owner, of }: Rotating,
  before: RevealedSeed,
  clientSeed: string,
) {
  const { host, seeds } = needs;
  const own = await host.db.tx(tx => seeds.show(tx, owner));
  const body = {
    ...bodyOf(of, clientSeed),
    casino_seed: before.seed,
    casino_seed_hash: own.hash,
    casino_next_seed_hash: own.next,
  };
  const reply = await answered(needs, provider, needs.client.call(provider, "seeds/rotate", { body }));
  if (!reply.revealed || !reply.commitments) return fail(reply.status === "round_open" ? roundOpen : gameUnavailable);
  await keepRevealed(host.db, owner, before.number, reply.revealed.seed);
  await completeRecords(host.db, of.player, {
    casino: before.seed,
    casinoHash: before.hash,
    provider: reply.revealed.seed,
    providerHash: reply.revealed.seed_hash,
  });
  const shown = await both(needs, provider, owner, reply.commitments);
  return { ...shown, revealed: { casino: before.seed, provider: reply.revealed.seed, nonces: reply.revealed.nonces } };
}

const bodyOf = ({ player, slug }: SeedsOf, clientSeed: string) => ({ player, game: slug, client_seed: clientSeed });

async function both(
  { host, seeds, wallet }: ProviderNeeds,
  provider: Provider,
  owner: SeedOwner,
  theirs: Commitments,
): Promise<BothSeeds> {
  const own = await host.db.tx(tx => seeds.show(tx, owner));
  await keepCommitment(host.db, owner, own.number, theirs.seed_hash);
  const at = await wallet.providerRounds.nonceOf(owner.player, provider.account, owner.slug);
  const nonce = at?.seed === own.number ? at.nonce + 1 : 0;
  return {
    casino: { seed_hash: own.hash, next_seed_hash: own.next, client_seed: theirs.client_seed, nonce },
    provider: theirs,
  };
}

async function answered<Reply>({ host }: ProviderNeeds, provider: Provider, reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    host.log.warn({ err: error, provider: provider.slug }, "Failed to reach a provider");
    throw new Failure(unavailable, { retryAfter: 5 });
  }
}
