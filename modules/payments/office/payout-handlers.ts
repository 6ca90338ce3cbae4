import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, playerOf } from "#modules/accounts/server/index.ts";
import { type Audit, act } from "#modules/audit/server/index.ts";
import type { CoinOffice } from "#modules/crypto/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import type { Approvers } from "#modules/operators/server/index.ts";
import type { Payments, PayoutToApprove } from "#modules/payments/server/index.ts";
import * as contract from "./contract.ts";
import { cursorOf, payoutViews, timelineView } from "./handler-views.ts";

const dayMs = 86_400_000;
/** Decisions about a player that keep their operator from approving the player's payouts, and for how long. */
const decisions = ["kyc.decide", "betting.factor", "player.limit_set", "player.limit_loosen"];
const decidedMs = 7 * dayMs;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: Pick<Payments, "office">;
  readonly coins: Pick<CoinOffice, "mined">;
  readonly approvers: Pick<Approvers, "check">;
  readonly audit: Pick<Audit, "actorsOf">;
}

/** Payouts, and the decisions about those that wait for approval. */
export function payoutHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { office } = needs.payments;
  return [
    handle(contract.readPayouts, async ({ operator, input: { query } }) => {
      const limit = rowsOf(query);
      const rows = await office.payouts({
        queue: query.player === undefined ? (query.which ?? "waiting") : "all",
        after: cursorOf(query.cursor),
        limit: limit + 1,
        ...(query.player !== undefined && { player: playerOf(query.player) }),
      });
      const { items, next_cursor } = pageFrom(rows, limit, ({ id }) => id);
      return { data: { items: await payoutViews(needs, items, operator), next_cursor } };
    }),
    act(host, contract.approvePayout, async (tx, { operator, input }) => {
      const id = idOf(input.params.id);
      const decider = { id: operator.id, name: operator.name, count: approvalsThatCount(needs, tx, id, operator) };
      const { payout, approvals, released } = await office.approve(tx, id, decider);
      const facts = { amount: formatAmount(payout.amount), currency: payout.currency, player: payout.playerId };
      return {
        answer: { data: { approvals, needed: payout.approvalsNeeded, released } },
        auditAction: {
          action: "payout.approve",
          subject: `payout:${id}`,
          before: { approvals: approvals - 1 },
          after: { ...facts, approvals, needed: payout.approvalsNeeded, released },
        },
      };
    }),
    act(host, contract.claimPayout, async (tx, { operator, input }) => {
      const id = idOf(input.params.id);
      const { until } = await office.claim(tx, id, operator);
      return {
        answer: { data: { until: until.toISOString() } },
        auditAction: { action: "payout.claim", subject: `payout:${id}` },
      };
    }),
    act(host, contract.askAboutPayout, async (tx, { operator, input: { params, body } }) => {
      const id = idOf(params.id);
      const { topic, until } = await office.ask(tx, id, body.topic, operator);
      return {
        answer: { data: { until: until.toISOString() } },
        auditAction: {
          action: "payout.ask",
          subject: `payout:${id}`,
          reason: body.reason,
          after: { topic, until: until.toISOString() },
        },
      };
    }),
    act(host, contract.declinePayout, async (tx, { operator, input }) => {
      const id = idOf(input.params.id);
      const { amount, currency, playerId } = await office.decline(tx, id, operator);
      return {
        answer: undefined,
        auditAction: {
          action: "payout.decline",
          subject: `payout:${id}`,
          reason: input.body.reason,
          before: { status: "pending" },
          after: { status: "declined", amount: formatAmount(amount), currency, player: playerId },
        },
      };
    }),
    handle(contract.readPayout, async ({ operator, input }) => {
      const found = (await office.payoutTimeline(idOf(input.params.id))) ?? fail(notFound);
      const { payout, provider, timeline } = found;
      const [view = fail(notFound)] = await payoutViews(needs, [payout], operator);
      const doubted = (await office.doubtedRounds(payout.id)).map(each => ({ ...each, found: [...each.found] }));
      return { data: { payout: view, provider, doubted, ...timelineView(timeline) } };
    }),
  ];
}

/** Whether an approval counts after the earlier ones of the same payout, by the rules of all approvals. */
function approvalsThatCount({ host, approvers, people, audit }: Needs, tx: Tx, id: Uuid, approver: Operator) {
  return async (payout: PayoutToApprove, earlier: readonly Uuid[]): Promise<number> => {
    const since = payout.createdAt.getTime() - dayMs;
    const sessions = await people.sessions(payout.playerId, tx);
    const decidedSince = new Date(host.clock.now() - decidedMs);
    const decidedBy = await audit.actorsOf(tx, `player:${payout.playerId}`, decisions, decidedSince);
    return approvers.check(tx, {
      subject: `payout:${id}`,
      approver: approver.id,
      permission: "payouts.approve",
      askedBy: null,
      askedAt: payout.createdAt,
      earlier,
      decidedBy,
      playerAddresses: sessions.filter(({ seenAt }) => seenAt.getTime() >= since).map(({ ip }) => ip),
    });
  };
}
