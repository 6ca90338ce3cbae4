import type { Host } from "#kit/host/host.ts";
import { dayOf } from "./months.ts";
import { cpasOf, firstDepositsOf, playersOf } from "./player-store.ts";
import { insertEvent, postbacksOf } from "./postback-store.ts";
import { approvedPartners } from "./store.ts";

/** Days for which an event is still sent: a job that did not run for longer sends nothing. */
const newsDays = 2;

/** First deposits and players qualified for CPA since, for partners who have an address for them. */
export async function noteEvents(host: Pick<Host, "db" | "clock" | "ids">): Promise<void> {
  const now = new Date(host.clock.now());
  const since = dayOf(now.getTime()) - newsDays;
  for (const { id: partnerId } of await approvedPartners(host.db)) {
    if ((await postbacksOf(host.db, partnerId)).length === 0) continue;
    const players = (await playersOf(host.db, partnerId)).filter(({ excluded }) => excluded === null);
    const deposits = await firstDepositsOf(
      host.db,
      players.map(({ playerId }) => playerId),
    );
    const qualified = (await cpasOf(host.db, partnerId)).filter(cpa => dayOf(cpa.qualifiedAt.getTime()) >= since);
    const news = [
      ...[...deposits]
        .filter(([, day]) => day >= since)
        .map(([playerId]) => ({ playerId, event: "first_deposit" as const, amount: null })),
      ...qualified.map(({ playerId, amount }) => ({ playerId, event: "cpa" as const, amount })),
    ];
    await host.db.tx(async tx => {
      for (const each of news)
        await insertEvent(tx, { ...each, id: host.ids.next(), partnerId, happenedAt: now, nextAt: now });
    });
  }
}
