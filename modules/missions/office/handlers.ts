import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, microsPerMinor, parseAmount } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import {
  closeMission,
  costOf,
  draftMission,
  type Mission,
  type Missions,
  needsApproval,
  openMission,
  openRequest,
  readMissions,
  subjectOf,
  termsOf,
} from "#modules/missions/server/index.ts";
import * as contract from "./contract.ts";

const most = 200;

interface Needs {
  readonly host: Host;
  readonly missions: Pick<Missions, "needs">;
}

/** Missions and achievements, for operators. */
export function missionHandlers({ host, missions: { needs } }: Needs): readonly Handler[] {
  return [
    handle(contract.readMissions, async ({ locale }) => ({
      data: (await readMissions(host.db, most)).map(each => missionView(each, locale, host.clock.now())),
    })),
    act(host, contract.createMission, async (tx, { operator, input: { body } }) => {
      const { reason, ends_at, prize, currency, places, targeted = false, ...rest } = body;
      const draft = {
        ...rest,
        targeted,
        prize: prize === undefined ? null : sumOf(prize),
        currency: currency !== undefined && isCurrency(currency) ? currency : null,
        places: places ?? null,
        endsAt: new Date(ends_at),
      };
      const mission = await draftMission(needs, tx, draft, operator.name);
      return {
        answer: { data: { id: mission.id } },
        auditAction: { action: "missions.create", subject: subjectOf(mission.id), reason, after: termsOf(mission) },
      };
    }),
    act(host, contract.openMission, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const { mission, request } = await openMission(needs, tx, params.id, reason, operator);
      const answer = { data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null } };
      const subject = subjectOf(mission.id);
      const after = termsOf(mission);
      if (!request) return { answer, auditAction: { action: "missions.open", subject, reason, after } };
      const payload = { kind: openRequest, subject, payload: after };
      return { answer, auditAction: requestAction(request, reason, payload) };
    }),
    act(host, contract.closeMission, async (tx, { operator, input: { params, body } }) => {
      const mission = await closeMission(needs, tx, params.id, operator.name);
      return {
        answer: undefined,
        auditAction: {
          action: "missions.close",
          subject: subjectOf(mission.id),
          reason: body.reason,
          before: { state: mission.state },
          after: { state: "closed" },
        },
      };
    }),
  ];
}

/** Prizes are whole minor units. */
function sumOf(text: string): Micros {
  const sum = parseAmount(text);
  return sum !== undefined && sum % microsPerMinor === 0n
    ? sum
    : fail(validationFailed, { errors: { prize: ["prize_invalid"] } });
}

function missionView(mission: Mission, locale: Locale, now: number): contract.OfficeMission {
  const {
    id,
    title,
    goal,
    period,
    prize,
    currency,
    places,
    taken,
    targeted,
    started,
    state,
    endsAt,
    createdBy,
    openedBy,
  } = mission;
  const cost = costOf(mission);
  return {
    id,
    title: title[locale],
    goal: goal.kind,
    count: "count" in goal ? goal.count : null,
    period,
    prize: prize === null ? null : formatAmount(prize),
    currency,
    places,
    taken,
    targeted,
    started,
    cost: cost === null ? null : formatAmount(cost),
    spent: prize === null ? null : formatAmount(prize * BigInt(taken)),
    state: state !== "closed" && endsAt.getTime() <= now ? "over" : state,
    ends_at: endsAt.toISOString(),
    created_by: createdBy,
    opened_by: openedBy,
    needs_approval: needsApproval(mission),
  };
}
