import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { seesOffers } from "#modules/limits/server/index.ts";
import manifest from "../module.ts";
import { collectPrize as collectCall, listMissions, type MissionView } from "../shared/contract.ts";
import {
  missionForVerified,
  missionNotReached,
  missionOver,
  missionState,
  missionUnavailable,
} from "../shared/errors.ts";
import { countsFrom, type Done, periodOf, progressOf } from "../shared/goal.ts";
import { collectPrize } from "./collect-prize.ts";
import { isAllowed, registerOpening } from "./missions.ts";
import type { MissionNeeds } from "./needs.ts";
import { doneSince } from "./progress.ts";
import { type MissionsForCampaigns, missionsForCampaigns } from "./start-missions.ts";
import { type Mission, openMissions, prizesOf, startsOf } from "./store.ts";
import { missionView } from "./views.ts";

export { missionInvariants } from "./invariants.ts";
export {
  addMission,
  closeMission,
  costOf,
  draftMission,
  needsApproval,
  openMission,
  openRequest,
  subjectOf,
  termsOf,
} from "./missions.ts";
export type { MissionNeeds } from "./needs.ts";
export type { MissionsForCampaigns, StartableMission } from "./start-missions.ts";
export { type Mission, type NewMission, readMissions } from "./store.ts";

export interface Missions extends ServerModule {
  /** For the back office. */
  readonly needs: MissionNeeds;
  /** Missions that campaigns start. */
  readonly forCampaigns: MissionsForCampaigns;
}

/** Missions and achievements: their progress is read from what players did, and a prize is paid when it is collected. */
export function createMissions(host: Host, given: Omit<MissionNeeds, "host">): Missions {
  const needs: MissionNeeds = { ...given, host };
  registerOpening(needs);

  async function shownTo(player: PlayerId, currency: Currency | null, locale: Locale): Promise<readonly MissionView[]> {
    const now = host.clock.now();
    if (!(await seesOffers(host.db, player, new Date(now)))) return [];
    const missions = (await openMissions(host.db, { player, currency }, new Date(now))).filter(each =>
      isAllowed(needs, each),
    );
    const prizes = await prizesOf(host.db, player);
    const ofPeriod = (mission: Mission) =>
      prizes.find(each => each.mission === mission.id && each.periodFrom === periodOf(mission.period, now));
    const done = new Map<string, Done>();
    for (const from of new Set(missions.map(each => countsFrom(each, now))))
      done.set(from, await doneSince(host.db, player, from));
    return missions.flatMap(mission => {
      const did = done.get(countsFrom(mission, now));
      const prize = ofPeriod(mission);
      const isGone = mission.places !== null && mission.taken >= mission.places && !prize;
      if (!did || isGone) return [];
      return [missionView(mission, { progress: progressOf(mission.goal, did), prize, locale, now })];
    });
  }

  return {
    manifest,
    needs,
    forCampaigns: missionsForCampaigns(needs),
    migrations: join(import.meta.dirname, "migrations"),
    errors: [missionNotReached, missionOver, missionUnavailable, missionForVerified, missionState],
    personalData: async player => ({
      prizes: (await prizesOf(host.db, player)).map(({ mission, periodFrom, currency, amount, at }) => ({
        mission,
        period_from: periodFrom,
        currency,
        amount: formatAmount(amount),
        collected_at: at.toISOString(),
      })),
      started: (await startsOf(host.db, player)).map(({ mission, at }) => ({ mission, started_at: at.toISOString() })),
    }),
    handlers: [
      handle(listMissions, async ({ session, locale }) => ({
        data: {
          missions: [...(await shownTo(session.player, session.currency, locale))],
          is_verified: await needs.verification.isVerified(session.player),
        },
      })),
      handle(collectCall, async ({ session, input }) => {
        const { amount, currency, at } = await collectPrize(needs, session, input.params.id);
        return { data: { amount: formatAmount(amount), currency, collected_at: at.toISOString() } };
      }),
    ],
  };
}
