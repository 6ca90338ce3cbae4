import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { fingerprintsOf } from "#modules/attribution/server/index.ts";
import { instrumentHolders } from "#modules/payments/server/index.ts";
import { type Exclusion, excludePlayer, playersOf } from "./player-store.ts";
import { approvedPartners, excludeSub, type PartnerRow, subPartnersOf } from "./store.ts";

const mostHolders = 10_000;

/** Players and sub-partners who are the partner, or share a browser, a means of payment or a payout address with them, count for nothing. */
export async function excludeLinked(host: Pick<Host, "db" | "clock">): Promise<void> {
  for (const partner of await approvedPartners(host.db)) {
    await excludeOf(host, partner);
    await excludeSubsOf(host, partner);
  }
}

async function excludeSubsOf({ db, clock }: Pick<Host, "db" | "clock">, { id, playerId }: PartnerRow): Promise<void> {
  const subs = (await subPartnersOf(db, id)).filter(({ subExcluded }) => subExcluded === null);
  if (subs.length === 0) return;
  const accounts = subs.map(sub => sub.playerId);
  const reasonOf = await linksTo(db, playerId, accounts);
  const at = new Date(clock.now());
  await db.tx(async tx => {
    for (const sub of subs) {
      const why = reasonOf(sub.playerId);
      if (why) await excludeSub(tx, sub.id, why, at);
    }
  });
}

async function excludeOf(host: Pick<Host, "db" | "clock">, { id, playerId: owner }: PartnerRow): Promise<void> {
  const players = (await playersOf(host.db, id)).filter(({ excluded }) => excluded === null);
  if (players.length === 0) return;
  const ids = players.map(({ playerId }) => playerId);
  const linkOf = await linksTo(host.db, owner, ids);
  const reasonOf = (player: PlayerId): Exclusion | undefined => (player === owner ? "self" : linkOf(player));
  const at = new Date(host.clock.now());
  await host.db.tx(async tx => {
    for (const player of ids) {
      const why = reasonOf(player);
      if (why) await excludePlayer(tx, player, why, at);
    }
  });
}

/** What each of these accounts has in common with the partner's. */
async function linksTo(on: Queryable, owner: PlayerId, players: readonly PlayerId[]) {
  const browsers = await fingerprintsOf(on, [owner, ...players]);
  const holders = await instrumentHolders(on, [owner], mostHolders);
  const shares = new Set(holders.map(({ playerId }) => playerId));
  return (player: PlayerId): "device" | "instrument" | undefined => {
    if (browsers.has(owner) && browsers.get(player) === browsers.get(owner)) return "device";
    return shares.has(player) ? "instrument" : undefined;
  };
}
