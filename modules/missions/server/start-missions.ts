import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { offerable } from "#modules/limits/server/index.ts";
import { isAllowed } from "./missions.ts";
import type { MissionNeeds } from "./needs.ts";
import { missionById, openTargeted, titlesOf } from "./store.ts";

/** A targeted mission that can be started for players now. */
export interface StartableMission {
  readonly id: Uuid;
  readonly title: Readonly<Record<Locale, string>>;
  readonly currency: Currency;
  readonly prize: Micros;
  /** The prizes of the places that nobody has. */
  readonly left: Micros;
  readonly endsAt: Date;
}

export interface MissionsForCampaigns {
  open(on: Queryable): Promise<readonly StartableMission[]>;
  /** Titles of missions by their ids. */
  titles(on: Queryable, missions: readonly Uuid[]): Promise<ReadonlyMap<string, Readonly<Record<Locale, string>>>>;
  /** Those of these players who have the mission from now on. */
  start(tx: Tx, mission: Uuid, players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>>;
}

/** Missions to choose from. */
const most = 100;

export const missionsForCampaigns = (needs: MissionNeeds): MissionsForCampaigns => ({
  async open(on) {
    const missions = await openTargeted(on, new Date(needs.host.clock.now()), most);
    return missions
      .filter(each => isAllowed(needs, each))
      .flatMap(({ id, title, currency, prize, places, started, endsAt }) =>
        currency === null || prize === null
          ? []
          : [{ id, title, currency, prize, left: micros(prize * BigInt((places ?? 0) - started)), endsAt }],
      );
  },
  titles: titlesOf,
  start: (tx, mission, players) => startMission(needs, tx, mission, players),
});

/**
 * STARTED: each of these players has one of the mission's places, as far as there are any, and sees it. What they do from this day on counts. One
 * who has it already is left out, and so is one to whom nothing may be offered.
 */
async function startMission(
  needs: MissionNeeds,
  tx: Tx,
  id: Uuid,
  players: readonly PlayerId[],
): Promise<ReadonlySet<PlayerId>> {
  const now = new Date(needs.host.clock.now());
  // Delays a break of each of them, and a hold on their offers, until this has committed.
  const open = await offerable(tx, players, now);
  const mission = await missionById(tx, id, "FOR UPDATE");
  if (!mission?.targeted || mission.state !== "open" || mission.endsAt <= now || !isAllowed(needs, mission))
    return new Set();
  const { rows } = await tx.query<{ player: PlayerId }>(
    `INSERT INTO missions.starts (mission_id, player_id, started_at)
     SELECT $1, player, $3 FROM unnest($2::uuid[]) player
     WHERE NOT EXISTS (SELECT FROM missions.starts s WHERE s.mission_id = $1 AND s.player_id = player) ORDER BY player LIMIT $4
     RETURNING player_id AS player`,
    [id, uuidArray(open), now, (mission.places ?? 0) - mission.started],
  );
  if (rows.length > 0)
    await tx.query("UPDATE missions.missions SET started = started + $2 WHERE id = $1", [id, rows.length]);
  return new Set(rows.map(({ player }) => player));
}
