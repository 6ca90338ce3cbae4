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
        rows.map(({ player_id }) => player_id as PlayerId),
      );
      return {
        data: rows.map(({ id, player_id, request_type, status, created_at, answered_at }) => ({
          id,
          player: named(player_id),
          request_type,
          status,
          created_at: created_at.toISOString(),
          answered_at: answered_at?.toISOString() ?? null,
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
          subject: `player:${answered.player_id}`,
          reason: body.reason,
          before: { status: "open" },
          after: { status, request: answered.request_type },
        },
      };
    }),
  ];
}
