import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { fingerprintsOf } from "#modules/attribution/server/index.ts";
import { paidWithOf } from "#modules/payments/server/index.ts";
import { type Exclusion, excludePlayer, playersOf } from "./player-store.ts";
import { allPartners, type PartnerRow } from "./store.ts";

/** Players who are the partner, or share a browser or a means of payment with them, count for nothing. */
export async function excludeLinked(host: Pick<Host, "db" | "clock">): Promise<void> {
  for (const partner of await allPartners(host.db)) await excludeOf(host, partner);
}

async function excludeOf(host: Pick<Host, "db" | "clock">, { id, playerId: owner }: PartnerRow): Promise<void> {
  const players = (await playersOf(host.db, id)).filter(({ excluded }) => excluded === null);
  if (players.length === 0) return;
  const ids = players.map(({ playerId }) => playerId);
  const browsers = await fingerprintsOf(host.db, [owner, ...ids]);
  const paidWith = await paidWithOf(host.db, [owner, ...ids]);
  const own = new Set(paidWith.filter(({ playerId }) => playerId === owner).map(({ token }) => token));
  const shares = new Set(paidWith.filter(({ token }) => own.has(token)).map(({ playerId }) => playerId));
  const reasonOf = (player: PlayerId): Exclusion | undefined => {
    if (player === owner) return "self";
    if (browsers.has(owner) && browsers.get(player) === browsers.get(owner)) return "device";
    return shares.has(player) ? "instrument" : undefined;
  };
  const at = new Date(host.clock.now());
  await host.db.tx(async tx => {
    for (const player of ids) {
      const why = reasonOf(player);
      if (why) await excludePlayer(tx, player, why, at);
    }
  });
}
