import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Vip } from "../server/index.ts";
import * as contract from "./contract.ts";

const most = 100;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly vip: Pick<Vip, "requests" | "answer">;
}

/** Requests to the VIP club. */
export function vipHandlers(needs: Needs): readonly Handler[] {
  const { host, vip } = needs;
  return [
    handle(contract.readVipRequests, async () => {
      const rows = await vip.requests(most);
      const named = await namesOf(
        needs,
        rows.map(({ playerId }) => playerId as PlayerId),
      );
      return {
        data: rows.map(({ id, playerId, requestType, status, createdAt, answeredAt }) => ({
          id,
          player: named(playerId),
          request_type: requestType,
          status,
          created_at: createdAt.toISOString(),
          answered_at: answeredAt?.toISOString() ?? null,
        })),
      };
    }),
    act(host, contract.answerVipRequest, async (tx, { input: { params, body } }) => {
      const status = body.accept ? "accepted" : "declined";
      const answered = (await vip.answer(tx, idOf(params.id), status)) ?? fail(notFound);
      return {
        answer: undefined,
        auditAction: {
          action: "vip.answer",
          subject: `player:${answered.playerId}`,
          reason: body.reason,
          before: { status: "open" },
          after: { status, request: answered.requestType },
        },
      };
    }),
  ];
}
