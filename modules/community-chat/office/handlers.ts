import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Accounts, idOf, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import { type CommunityChat, leftOf } from "#modules/community-chat/server/index.ts";
import {
  askBudget,
  closeBudget,
  giveTip,
  keepMessage,
  muteAuthor,
  readBudgets,
  readChat,
  removeMessage,
  startRain,
  writeAsModerator,
} from "./contract.ts";

const most = 100;
const minuteMs = 60_000;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly communityChat: CommunityChat;
}

/** Moderation of the chat rooms. */
export function communityChatHandlers(needs: Needs): readonly Handler[] {
  const { host, communityChat } = needs;
  const { moderation, gifts } = communityChat;
  return [
    handle(readChat, async ({ input }) => {
      const rows = await moderation.queue(input.query.room ?? null, most);
      const named = await namesOf(
        needs,
        rows.flatMap(({ author, kind }) => (kind === "player" ? [author] : [])),
      );
      const data = rows.map(({ id, room, author, kind, text, at, why, reports, reasons, mutedUntil }) => ({
        id,
        room,
        kind,
        player: kind === "player" ? named(author) : null,
        text,
        at: at.toISOString(),
        removed: why,
        reports,
        reasons: [...reasons],
        muted_until: mutedUntil && mutedUntil.getTime() > host.clock.now() ? mutedUntil.toISOString() : null,
      }));
      return { data };
    }),
    act(host, removeMessage, async (tx, { input: { params, body } }) => {
      const { why, reason } = body;
      const { id, author, room } = await moderation.remove(tx, params.id, why);
      const after = { message: id, room, why };
      return { answer: undefined, auditAction: { action: "chat.remove", subject: `player:${author}`, reason, after } };
    }),
    act(host, keepMessage, async (tx, { input: { params, body } }) => {
      const { message, reports } = await moderation.keep(tx, params.id);
      const after = { message: message.id, room: message.room, reports };
      const subject = `player:${message.author}`;
      return { answer: undefined, auditAction: { action: "chat.keep", subject, reason: body.reason, after } };
    }),
    act(host, muteAuthor, async (tx, { input: { params, body } }) => {
      const player = playerOf(params.id);
      if (!(await needs.people.of([player], tx)).has(player)) fail(notFound);
      const until = body.minutes === 0 ? null : new Date(host.clock.now() + body.minutes * minuteMs);
      const former = await moderation.mute(tx, player, until);
      return {
        answer: { data: { until: until?.toISOString() ?? null } },
        auditAction: {
          action: "chat.mute",
          subject: `player:${player}`,
          reason: body.reason,
          before: { until: former?.toISOString() ?? null },
          after: { until: until?.toISOString() ?? null },
        },
      };
    }),
    act(host, writeAsModerator, async (tx, { input: { params, body } }) => {
      const { id, room } = await moderation.write(tx, { room: params.room, key: idOf(body.key), text: body.text });
      const auditAction = { action: "chat.write", subject: `chat_message:${id}`, reason: "", after: { room } };
      return { answer: { data: { id } }, auditAction };
    }),
    handle(readBudgets, async () => ({
      data: (await gifts.budgets()).map(budget => ({
        id: budget.id,
        currency: budget.currency,
        amount: formatAmount(budget.amount),
        given: formatAmount(budget.given),
        reserved: formatAmount(budget.reserved),
        left: formatAmount(budget.closedAt === null ? leftOf(budget) : 0n),
        asked_by: budget.askedBy,
        approved_by: budget.approvedBy,
        reason: budget.reason,
        opened_at: budget.openedAt.toISOString(),
        closed_at: budget.closedAt?.toISOString() ?? null,
      })),
    })),
    act(host, askBudget, async (tx, { operator, input: { body } }) => {
      const { amount, reason } = body;
      invariant(isCurrency(body.currency), "checked by the contract");
      const asked = { currency: body.currency, amount: parseDecimal(amount), reason };
      const { id, isNew } = await gifts.ask(tx, asked, operator);
      const after = { kind: "chat.budget", currency: body.currency, amount };
      return {
        answer: { data: { request: id } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
    act(host, closeBudget, async (tx, { input: { params, body } }) => {
      const { budget, returned } = await gifts.close(tx, idOf(params.id));
      const after = { returned: formatAmount(returned), currency: budget.currency };
      const subject = `chat_budget:${budget.id}`;
      return {
        answer: { data: { returned: after.returned } },
        auditAction: { action: "chat.budget_close", subject, reason: body.reason, after },
      };
    }),
    act(host, startRain, async (tx, { operator, input: { params, body } }) => {
      const { room, seconds, amount, reason } = body;
      const id = idOf(body.key);
      const rain = { id, budget: idOf(params.id), room, amount: parseDecimal(amount), seconds, by: operator.name };
      const { budget, isNew } = await gifts.rain(tx, rain);
      const after = { rain: id, room, amount, currency: budget.currency, seconds };
      return {
        answer: { data: { id } },
        auditAction: isNew ? { action: "chat.rain", subject: `chat_budget:${budget.id}`, reason, after } : null,
      };
    }),
    act(host, giveTip, async (tx, { operator, input: { params, body } }) => {
      const { amount, reason } = body;
      const id = idOf(body.key);
      const given = { id, budget: idOf(params.id), message: idOf(body.message), amount: parseDecimal(amount) };
      const { tip, isNew } = await gifts.tip(tx, { ...given, by: operator.name });
      const after = { tip: id, amount, currency: tip.currency, budget: tip.budgetId };
      return {
        answer: { data: { id } },
        auditAction: isNew ? { action: "chat.tip", subject: `player:${tip.playerId}`, reason, after } : null,
      };
    }),
  ];
}
