import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import * as contract from "../shared/contract.ts";
import { emergencies, reviewEmergency } from "./emergency-store.ts";

/** Codes of the console, and their reviews. */
export function emergencyHandlers(host: Host): readonly Handler[] {
  return [
    handle(contract.readEmergencies, async ({ operator }) => ({
      data: (await emergencies(host.db)).map(row => ({
        id: row.id,
        operator: row.operator,
        reason: row.reason,
        made_at: row.madeAt.toISOString(),
        used_at: row.usedAt?.toISOString() ?? null,
        reviewed_by: row.reviewedName,
        reviewed_at: row.reviewedAt?.toISOString() ?? null,
        review: row.review,
        mine: row.operatorId === operator.id,
      })),
    })),
    act(host, contract.reviewEmergencyCode, async (tx, { operator, input: { params, body } }) => {
      const id = required(parseUuid(params.id), "checked by the contract");
      const whose = await reviewEmergency(tx, id, operator, body.reason, new Date(host.clock.now()));
      return {
        answer: undefined,
        auditAction: {
          action: "operator.emergency_review",
          subject: `operator:${whose}`,
          reason: body.reason,
          after: { emergency: id },
        },
      };
    }),
  ];
}
