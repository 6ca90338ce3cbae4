import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { AlarmKind, Provider } from "#modules/providers/server/index.ts";
import type { OwnedGrant } from "#modules/wallet/server/index.ts";
import type { FreeSpinsNeeds } from "./needs.ts";
import { claimDue, lockGrant, ownedGrant, type PlayersGrant, setConfirmed } from "./store.ts";

export const pushJob = "free-spins.push";

const atOnce = 100;
const hourMs = 3_600_000;
/** About 5 hours without a response. */
const attemptsToAlarm = 10;

/**
 * Announces grants to their providers and takes them back, until each call is answered. A grant can be played once its provider has it; from
 * then on it is announced again every hour, which changes nothing at a provider that still has it, and finds one that has ended it alone.
 */
export async function pushGrants(needs: FreeSpinsNeeds): Promise<void> {
  const now = new Date(needs.host.clock.now());
  for (;;) {
    const due = await claimDue(needs.host.db, now, atOnce);
    for (const grant of due) await push(needs, grant);
    if (due.length < atOnce) return;
  }
}

async function push(needs: FreeSpinsNeeds, grant: PlayersGrant): Promise<void> {
  const { host } = needs;
  const isOver = grant.campaign.expiresAt.getTime() <= host.clock.now();
  if (isOver && !grant.endedAt) {
    await host.db.tx(tx => lapse(tx, ownedGrant(grant)));
    return;
  }
  try {
    if (grant.endedAt) await takeBack(needs, grant);
    else await announce(needs, grant);
  } catch (error) {
    host.log.warn(
      { err: error, grant: grant.id, attempt: grant.attempts },
      "Failed to announce a grant of free rounds to its provider",
    );
    if (grant.attempts >= attemptsToAlarm) raise(needs, grant, "grant_waits", { attempts: grant.attempts });
  }
}

/** Both sides have ended it by themselves. */
async function lapse(tx: Tx, owned: OwnedGrant): Promise<void> {
  const grant = await lockGrant(tx, owned);
  if (grant && !grant.endedAt)
    await setConfirmed(tx, owned, grant.confirmed === "nothing" ? "lapsed" : grant.confirmed, null);
}

async function announce(needs: FreeSpinsNeeds, grant: PlayersGrant): Promise<void> {
  const { campaign } = grant;
  const { status } = await needs.providers.needs.client.call(providerOf(needs, campaign.providerId), "free-rounds", {
    body: {
      grant: grant.id,
      player: grant.playerId,
      game: campaign.gameSlug,
      currency: campaign.currency,
      stake: campaign.listedBet,
      count: campaign.count,
      expires_at: campaign.expiresAt.toISOString(),
    },
  });
  if (status === "ok") return needs.host.db.tx(tx => begin(needs, tx, grant));
  const stands = await needs.host.db.tx(tx => refuse(needs, tx, grant));
  if (stands) raise(needs, grant, "grant_differs", { status });
}

/** From the commit on the player sees it and may play it, unless it was cancelled while the call was under way. */
async function begin(needs: FreeSpinsNeeds, tx: Tx, { campaign, ...announced }: PlayersGrant): Promise<void> {
  const { wallet, host } = needs;
  const owned = ownedGrant(announced);
  const grant = await lockGrant(tx, owned);
  if (!grant || grant.endedAt) return;
  if (grant.confirmed === "nothing")
    await wallet.providerRounds.startFreeRounds(tx, {
      ...owned,
      game: providerOf(needs, campaign.providerId).account,
      slug: campaign.gameSlug,
      currency: campaign.currency,
      stake: campaign.bet,
      count: campaign.count,
      expiresAt: campaign.expiresAt,
      collects: campaign.wins === "bonus",
    });
  const [counted] = await wallet.providerRounds.freeGrants(tx, [owned]);
  await setConfirmed(tx, owned, "granted", counted?.left === 0 ? null : new Date(host.clock.now() + hourMs));
}

/** What was never announced is refused permanently; what was, ended at the provider alone, and stays here until an operator decides. */
async function refuse({ host }: FreeSpinsNeeds, tx: Tx, announced: PlayersGrant): Promise<boolean> {
  const owned = ownedGrant(announced);
  const grant = await lockGrant(tx, owned);
  if (!grant || grant.endedAt) return false;
  const isNew = grant.confirmed === "nothing";
  await setConfirmed(
    tx,
    owned,
    isNew ? "refused" : grant.confirmed,
    isNew ? null : new Date(host.clock.now() + hourMs),
  );
  return true;
}

/** A provider that does not know the grant has none to cancel. */
async function takeBack(needs: FreeSpinsNeeds, grant: PlayersGrant): Promise<void> {
  const { host, providers } = needs;
  const provider = providerOf(needs, grant.campaign.providerId);
  const input = { params: { grant: grant.id }, body: { player: grant.playerId } };
  await providers.needs.client.call(provider, "free-rounds/{grant}/cancel", input);
  await host.db.tx(async tx => {
    await lockGrant(tx, ownedGrant(grant));
    await setConfirmed(tx, ownedGrant(grant), "cancelled", null);
  });
}

function providerOf({ providers }: FreeSpinsNeeds, id: Uuid): Provider {
  return required(providers.registry.byId(id), "a provider is never deleted");
}

function raise({ providers }: FreeSpinsNeeds, grant: PlayersGrant, kind: AlarmKind, facts: Record<string, Json>): void {
  const { id, playerId: player, campaign } = grant;
  providers.needs.alarms.raise(campaign.providerId, kind, id, {
    grant: id,
    player,
    campaign: campaign.id,
    game: campaign.gameSlug,
    ...facts,
  });
}
