import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { missionState } from "../shared/errors.ts";
import { aloneUpTo, counts, isOfPlay, mostPlaces, mostPrize } from "../shared/goal.ts";
import type { MissionNeeds } from "./needs.ts";
import { insertMission, type Mission, missionById, type NewMission, setState } from "./store.ts";

export const openRequest = "missions.open";
export const subjectOf = (id: string) => `mission:${id}`;

/** What a mission can cost at most; null of an achievement. */
export const costOf = ({ prize, places }: Pick<Mission, "prize" | "places">): bigint | null =>
  prize === null || places === null ? null : prize * BigInt(places);

export const needsApproval = (mission: Pick<Mission, "currency" | "prize" | "places">): boolean =>
  mission.currency !== null && (costOf(mission) ?? 0n) > aloneUpTo[mission.currency];

/** Whether the licence allows it: the condition of a promotion may not be play in all products together. An achievement promotes nothing. */
export const isAllowed = (
  { host }: Pick<MissionNeeds, "host">,
  { goal, prize }: Pick<Mission, "goal" | "prize">,
): boolean => host.config.BONUS_PROFILE === "base" || prize === null || !isOfPlay(goal);

const refuse = (field: string, key: string) => fail(validationFailed, { errors: { [field]: [key] } });

/** - → draft. Fails with `validation_failed`. */
export async function draftMission(
  needs: MissionNeeds,
  tx: Tx,
  draft: Omit<NewMission, "id">,
  by: string,
): Promise<NewMission> {
  const mission = { id: needs.host.ids.next(), ...draft };
  await addMission(needs, tx, mission, by);
  return mission;
}

/** The same under an id of the caller's. */
export async function addMission(needs: MissionNeeds, tx: Tx, mission: NewMission, by: string): Promise<void> {
  const now = needs.host.clock.now();
  const { goal, currency, prize, places, period, targeted = false } = mission;
  if ("count" in goal) {
    const { least, most } = counts[goal.kind];
    if (!Number.isInteger(goal.count) || goal.count < least || goal.count > most) return refuse("goal", "goal_invalid");
  }
  if ((prize === null) !== (currency === null) || (prize === null) !== (places === null))
    return refuse("prize", "prize_invalid");
  if (prize === null && targeted) return refuse("targeted", "targeted_invalid");
  if ((prize === null || targeted) && period !== "once") return refuse("period", "period_invalid");
  if (prize !== null && currency !== null && (prize <= 0n || prize > mostPrize[currency]))
    return refuse("prize", "prize_invalid");
  if (places !== null && places > mostPlaces) return refuse("places", "places_invalid");
  if (mission.endsAt.getTime() <= now) return refuse("ends_at", "time_invalid");
  if (!isAllowed(needs, mission)) return refuse("goal", "condition_over_profile");
  await insertMission(tx, mission, by, new Date(now));
}

const named = z.object({ mission: z.uuid() });

/** One that may cost more than an operator decides alone is opened by a second person's approval. */
export function registerOpening(needs: MissionNeeds): void {
  const { approvals, audit } = needs;
  approvals.register({
    kind: openRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: async (on, { payload }) => (await missionById(on, z.parse(named, payload).mission))?.state ?? "",
    async run(tx, request, by) {
      const mission = await changeable(needs, tx, z.parse(named, request.payload).mission, "draft");
      await setState(tx, mission.id, { state: "open", by: by.name, at: new Date(needs.host.clock.now()) });
      await audit.record(tx, by, {
        action: "missions.open",
        subject: subjectOf(mission.id),
        reason: request.reason,
        after: { ...termsOf(mission), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** draft → open. Undefined: it is open now; otherwise the request that another operator approves. */
export async function openMission(
  needs: MissionNeeds,
  tx: Tx,
  id: string,
  reason: string,
  by: Asker,
): Promise<{ readonly mission: Mission; readonly request: AskedRequest | undefined }> {
  const mission = await changeable(needs, tx, id, "draft");
  if (needsApproval(mission)) {
    const payload = { mission: mission.id, ...termsOf(mission) };
    const content = { kind: openRequest, subject: subjectOf(mission.id), payload, reason };
    return { mission, request: await needs.approvals.ask(tx, content, by) };
  }
  await setState(tx, mission.id, { state: "open", by: by.name, at: new Date(needs.host.clock.now()) });
  return { mission, request: undefined };
}

/** open, draft → closed, permanently: no further prize from the commit. */
export async function closeMission(needs: MissionNeeds, tx: Tx, id: string, by: string): Promise<Mission> {
  const mission = (await missionById(tx, id, "FOR UPDATE")) ?? fail(notFound);
  if (mission.state === "closed") fail(missionState, { data: { state: mission.state } });
  await setState(tx, mission.id, { state: "closed", by, at: new Date(needs.host.clock.now()) });
  return mission;
}

async function changeable({ host }: MissionNeeds, tx: Tx, id: string, from: Mission["state"]): Promise<Mission> {
  const mission = (await missionById(tx, id, "FOR UPDATE")) ?? fail(notFound);
  const isOver = mission.endsAt.getTime() <= host.clock.now();
  if (mission.state !== from || isOver) fail(missionState, { data: { state: isOver ? "over" : mission.state } });
  if (!isAllowed({ host }, mission)) fail(missionState, { data: { state: "not_allowed" } });
  return mission;
}

/** What an approval names and the audit log keeps. */
export function termsOf(mission: NewMission): Readonly<Record<string, Json>> {
  const { title, goal, period, currency, prize, places, endsAt, targeted = false } = mission;
  const cost = costOf(mission);
  return {
    title: title.en,
    goal: "count" in goal ? `${goal.kind} ${goal.count}` : goal.kind,
    period,
    currency,
    prize: prize === null ? null : formatAmount(prize),
    places,
    cost: cost === null ? null : formatAmount(cost),
    targeted,
    ends_at: endsAt.toISOString(),
  };
}
