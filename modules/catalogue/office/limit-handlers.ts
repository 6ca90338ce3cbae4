import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { Handler } from "#kit/http/handler.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import {
  checkedLimits,
  decidedOf,
  decidedView,
  gameById,
  lockGame,
  writeDecided,
} from "#modules/catalogue/server/index.ts";
import { allowsMore, limitsLine, type StakeLimits } from "../shared/stake-limits.ts";
import * as contract from "./contract.ts";

export interface LimitNeeds {
  readonly host: Host;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

const kind = "games.raise_limits";
const payloadOf = z.object({ game: z.string(), before: z.string(), limits: contract.limits });
const shownLine = (limits: StakeLimits) => limitsLine(limits) || "—";

const shownLimits = (limits: StakeLimits) => ({
  limits: Object.fromEntries(Object.entries(limits).map(([currency, { min, max }]) => [currency, { min, max }])),
});

/** Stake limits of games of providers: one operator lowers them, two raise them. */
export function limitHandler(needs: LimitNeeds): Handler {
  const { host, approvals } = needs;
  registerRaising(needs);
  return act(host, contract.setGameLimits, async (tx, call) => {
    const { params, body } = call.input;
    const row = (await lockGame(tx, params.id)) ?? fail(notFound);
    const before = decidedOf(row);
    const limits = checkedLimits(row, body.limits);
    const subject = `game:${row.kind}/${row.slug}`;
    if (!allowsMore(before.limits, limits)) {
      await writeDecided(tx, row.id, { ...before, limits });
      return {
        answer: { data: { request: null } },
        auditAction: {
          action: "games.limits",
          subject,
          reason: body.reason,
          before: shownLimits(before.limits),
          after: shownLimits(limits),
        },
      };
    }
    const payload = {
      game: row.id,
      title: row.title,
      before: shownLine(before.limits),
      after: shownLine(limits),
      ...shownLimits(limits),
    };
    const { id, isNew } = await approvals.ask(tx, { kind, subject, payload, reason: body.reason }, call.operator);
    call.setStatus(202);
    return {
      answer: { data: { request: id } },
      auditAction: requestAction({ id, isNew }, body.reason, { kind, subject, payload }),
    };
  });
}

function registerRaising({ approvals, audit }: LimitNeeds): void {
  approvals.register({
    kind,
    permission: "games.limits",
    reads: "games.read",
    needs: 1,
    // Whatever else of the game has changed, the request was made for another one.
    async versionOf(on, request) {
      const row = await gameById(on, z.parse(payloadOf, request.payload).game);
      return JSON.stringify(row ? decidedView(decidedOf(row)) : null);
    },
    async run(tx, request, by) {
      const { game, before: seen, limits: requested } = z.parse(payloadOf, request.payload);
      const row = (await lockGame(tx, game)) ?? fail(notFound);
      const before = decidedOf(row);
      // The row is locked only now: another operator may have lowered the limits since the version was read.
      if (shownLine(before.limits) !== seen) fail(requestStale);
      const limits = checkedLimits(row, requested);
      await writeDecided(tx, row.id, { ...before, limits });
      await audit.record(tx, by, {
        action: "games.limits",
        subject: request.subject,
        reason: request.reason,
        before: shownLimits(before.limits),
        after: { ...shownLimits(limits), request: request.id, asked_by: request.askedName },
      });
    },
  });
}
