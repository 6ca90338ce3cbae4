import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { raceClosed } from "../shared/errors.ts";
import { type PublishNeeds, prizeSum } from "./publish-tournament.ts";
import { type NewRace, type RaceRow, raceOf, setRaceState } from "./races-store.ts";

export const startRaceRequest = "tournaments.start_race";

const named = z.object({ race: z.uuid() });
export const raceSubject = (id: string): string => `race:${id}`;

/** A race promises its prizes again and again: two people start it. */
export function registerRaces({ approvals, audit }: PublishNeeds): void {
  approvals.register({
    kind: startRaceRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: async (on, { payload }) => (await raceOf(on, z.parse(named, payload).race))?.state ?? "",
    async run(tx, request, by) {
      const race = await raceIn(tx, z.parse(named, request.payload).race, "draft");
      await setRaceState(tx, race.id, "running", by.name);
      await audit.record(tx, by, {
        action: startRaceRequest,
        subject: raceSubject(race.id),
        reason: request.reason,
        after: { ...raceTerms(race), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** Asks for it. Fails with `not_found`, `race_closed`. */
export async function askStartRace(
  { approvals }: Pick<PublishNeeds, "approvals">,
  tx: Tx,
  { id, reason }: { readonly id: string; readonly reason: string },
  by: Asker,
): Promise<{ readonly race: RaceRow; readonly request: AskedRequest }> {
  const race = await raceIn(tx, id, "draft");
  const payload = { race: race.id, ...raceTerms(race) };
  return {
    race,
    request: await approvals.ask(tx, { kind: startRaceRequest, subject: raceSubject(id), payload, reason }, by),
  };
}

/** No further tournament of it is published; the published ones go on. Fails with `not_found`, `race_closed`. */
export async function stopRace(tx: Tx, id: string): Promise<RaceRow> {
  const race = await raceIn(tx, id, "running");
  await setRaceState(tx, race.id, "stopped", null);
  return race;
}

async function raceIn(tx: Tx, id: string, state: RaceRow["state"]): Promise<RaceRow> {
  const race = (await raceOf(tx, id, "FOR UPDATE")) ?? fail(notFound);
  if (race.state !== state) fail(raceClosed, { data: { state: race.state } });
  return race;
}

/** For the audit log and for requests. */
export function raceTerms({ schedule, ...race }: NewRace): Readonly<Record<string, Json>> {
  return {
    name: race.title.en,
    scoring: race.scoring,
    games: race.games.join(", "),
    currency: race.currency,
    prizes: race.prizes.map(formatAmount).join(", "),
    prize_sum: formatAmount(micros(prizeSum(race))),
    min_stake: formatAmount(race.minStake),
    points: JSON.stringify(race.points),
    every: schedule.every,
    zone: schedule.zone,
    time: schedule.time,
    weekday: schedule.weekday,
  };
}
