import type { Host } from "#kit/host/host.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { tryEach } from "#kit/std/try-each.ts";
import { startAfter } from "../shared/schedule.ts";
import { insertRaceTournament, raceOf, runningRaces } from "./races-store.ts";

/**
 * Publishes the next tournament of each running race, one ahead: when one begins, players see the next. Each start has one tournament, whichever
 * processes look; starts that passed while none did are left out.
 */
export async function runRaces(host: Pick<Host, "db" | "clock" | "failpoints">): Promise<void> {
  await tryEach(await runningRaces(host.db), ({ id }) =>
    host.db.tx(async tx => {
      // A stop waits for this, or is seen here.
      const race = await raceOf(tx, id, "FOR SHARE");
      if (race?.state !== "running") return;
      const now = host.clock.now();
      const startsAt = startAfter(race.schedule, now);
      const tournament = {
        race,
        id: uuidV5(id, new Date(startsAt).toISOString()),
        startsAt: new Date(startsAt),
        endsAt: new Date(startAfter(race.schedule, startsAt)),
      };
      if (await insertRaceTournament(tx, tournament, new Date(now))) host.failpoints.hit("tournaments.race");
    }),
  );
}
