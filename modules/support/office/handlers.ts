import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound, validationFailed } from "#kit/contract/errors.ts";
import { outsideOfRead } from "#kit/db/office-reads.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import {
  earlierMessages,
  fileBytes,
  inboxStore,
  markSpam,
  mergedMessages,
  mergeInto,
  messagesOf,
  mostAssigned,
  searchConversations,
  snooze,
  targetFigures,
  unmarkSpam,
} from "../server/index.ts";
import { cannedHandlers, macroHandlers } from "./canned-handlers.ts";
import * as contract from "./contract.ts";
import {
  actorOf,
  done,
  leadOf,
  listedView,
  minuteMs,
  type Needs,
  officeMessage,
  quietly,
  subject,
  targetsView,
} from "./handler-views.ts";

const pageSize = 100;
const mostEarlier = 50;
const mostFound = 50;
const figuresMs = 7 * 86_400_000;
const typingMs = 5_000;

/** Conversations with visitors. The audit log names what was done, never what was written. */
export function inboxHandlers(needs: Needs): readonly Handler[] {
  return [
    ...readHandlers(needs),
    ...conversationHandlers(needs),
    ...cannedHandlers(needs),
    ...triageHandlers(needs),
    ...macroHandlers(needs),
  ];
}

function readHandlers(needs: Needs): readonly Handler[] {
  const { host, support } = needs;
  const { db, clock } = host;
  return [
    handle(contract.readInbox, async ({ operator, input: { query } }) => {
      const view = query.view ?? "mine";
      const after = query.cursor === undefined ? undefined : cursorOf(query.cursor);
      const now = new Date(clock.now());
      const rows = await inboxStore.listConversations(db, view, operator.id, { limit: pageSize + 1, now, after });
      const page = rows.slice(0, pageSize);
      const last = view === "ended" && rows.length > pageSize ? page.at(-1) : undefined;
      const named = await namesOf(
        needs,
        page.flatMap(({ playerId }) => playerId ?? []),
      );
      // An inbox that is read says that its operator is still there.
      const on =
        operator.permissions.has("support.answer") &&
        (await outsideOfRead(() => inboxStore.seeAgent(db, operator, now)));
      return {
        data: {
          items: page.map(row => listedView(row, named)),
          next_cursor: last ? `${last.lastAt.getTime()}.${last.id}` : null,
          counts: {
            mine: await support.inbox.load(operator.id),
            queue: await support.waiting(),
            late: await inboxStore.countLate(db, now),
          },
          shift: { on, most: mostAssigned },
        },
      };
    }),
    handle(contract.searchInbox, async ({ input: { query } }) => {
      const rows = await searchConversations(db, query.text, mostFound);
      const named = await namesOf(
        needs,
        rows.flatMap(({ playerId }) => playerId ?? []),
      );
      return { data: rows.map(row => listedView(row, named)) };
    }),
    handle(contract.readSupportTargets, async () => ({
      data: targetsView(await targetFigures(db, new Date(clock.now() - figuresMs))),
    })),
    handle(contract.readOfficeConversation, async ({ input: { params } }) => {
      const row = (await inboxStore.listedById(db, idOf(params.id))) ?? fail(notFound);
      const visitor = visitorOf(row);
      const [messages, notes, colleagues, earlier, named, merged] = await Promise.all([
        messagesOf(db, row.id),
        inboxStore.notesOf(db, row.id),
        inboxStore.agentsSince(db, support.inbox.presentSince()),
        visitor ? earlierMessages(db, visitor, row.id, mostEarlier) : [],
        namesOf(needs, row.playerId ? [row.playerId] : []),
        mergedMessages(db, row.id),
      ]);
      return {
        data: {
          ...listedView(row, named),
          email: row.email,
          page: row.page,
          opened_at: row.openedAt.toISOString(),
          messages: messages.map(officeMessage),
          earlier: earlier.map(officeMessage),
          notes: notes.map(({ id, operatorName, text, at }) => ({
            id,
            name: operatorName,
            text,
            at: at.toISOString(),
          })),
          read_by_visitor: row.readByVisitor,
          visitor_types: (row.visitorTypedAt?.getTime() ?? 0) > clock.now() - typingMs,
          rating_comment: row.ratingComment,
          merged: merged.map(({ id, messages }) => ({ id, messages: messages.map(officeMessage) })),
          colleagues: colleagues.map(({ id, name, assigned }) => ({ id, name, assigned })),
        },
      };
    }),
  ];
}

function visitorOf({ playerId, guestHash }: inboxStore.ListedRow) {
  if (playerId) return { player: playerId };
  return guestHash ? { guest: guestHash } : null;
}

/** `{milliseconds}.{id}` of the last conversation of the page before. */
function cursorOf(text: string): { at: Date; id: Uuid } {
  const [at = "", last = ""] = text.split(".");
  const id = parseUuid(last);
  if (!/^\d{1,14}$/.test(at) || !id) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { at: new Date(Number(at)), id };
}

function conversationHandlers({ host, support }: Needs): readonly Handler[] {
  const { inbox } = support;
  return [
    act(host, contract.claimConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { from } = call.input.body;
      await inbox.claim(tx, id, actorOf(call), from === null ? null : idOf(from));
      return done("support.claim", id, { from });
    }),
    act(host, contract.assignConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { to } = call.input.body;
      const colleague = to === null ? null : await colleagueOf(tx, to);
      await inbox.assign(tx, id, leadOf(call), colleague);
      return done("support.assign", id, { to: colleague?.name ?? null });
    }),
    act(host, contract.answerConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { key, text, confirm = false } = call.input.body;
      const message = await inbox.answer(tx, id, actorOf(call), { key: idOf(key), text, confirm });
      return {
        answer: { data: officeMessage(message) },
        auditAction: { action: "support.answer", subject: subject(id), after: { number: message.number } },
      };
    }),
    act(host, contract.sendOfficeFile, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { key, name, content, confirm = false } = call.input.body;
      const file = await support.attachments.accept(name, fileBytes(content));
      const message = await inbox.answer(tx, id, actorOf(call), { key: idOf(key), text: "", file, confirm });
      return {
        answer: { data: officeMessage(message) },
        auditAction: { action: "support.send_file", subject: subject(id), after: { number: message.number } },
      };
    }),
    act(host, contract.openOfficeFile, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const path = await support.attachments.link(tx, id, null);
      return {
        answer: { data: { path } },
        auditAction: { action: "support.open_file", subject: `support_file:${id}` },
      };
    }),
    act(host, contract.writeConversationNote, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const note = await inbox.note(tx, id, actorOf(call), call.input.body.text);
      return {
        answer: { data: { id: note } },
        auditAction: { action: "support.note", subject: subject(id), after: { note } },
      };
    }),
    act(host, contract.resolveConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      await inbox.resolve(tx, id, leadOf(call));
      return done("support.resolve", id);
    }),
    act(host, contract.markComplaint, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { complaint, reason } = call.input.body;
      const before = await inbox.markComplaint(tx, id, leadOf(call).isLead, complaint);
      const auditAction = {
        action: "support.complaint",
        subject: subject(id),
        reason,
        before: { complaint: before },
        after: { complaint },
      };
      return { answer: undefined, auditAction: before === complaint ? null : auditAction };
    }),
    act(host, contract.readByOperator, async (tx, { input: { params, body } }) => {
      await inbox.read(tx, idOf(params.id), body.number);
      return quietly;
    }),
    act(host, contract.operatorTypes, async (tx, { input: { params } }) => {
      await inbox.typing(tx, idOf(params.id));
      return quietly;
    }),
    act(host, contract.setShift, async (tx, call) => {
      const { on } = call.input.body;
      await inbox.shift(tx, actorOf(call), on);
      return {
        answer: undefined,
        auditAction: { action: "support.shift", subject: `operator:${call.operator.id}`, after: { on } },
      };
    }),
  ];

  async function colleagueOf(tx: Parameters<typeof inboxStore.agentsSince>[0], to: string) {
    const present = await inboxStore.agentsSince(tx, inbox.presentSince());
    const colleague = present.find(({ id }) => id === to) ?? fail(notFound);
    return { id: colleague.id, name: colleague.name };
  }
}

/** Snoozing, spam, merging, macros. */
function triageHandlers(needs: Needs): readonly Handler[] {
  const { host, support } = needs;
  const at = (minutes: number) => new Date(host.clock.now() + minutes * minuteMs);
  return [
    act(host, contract.snoozeConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { minutes } = call.input.body;
      const until = minutes === null ? null : at(minutes);
      await snooze(support.triage, tx, id, leadOf(call), until);
      const after = { until: until?.toISOString() ?? null };
      return { answer: undefined, auditAction: { action: "support.snooze", subject: subject(id), after } };
    }),
    act(host, contract.markConversationSpam, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { spam, reason } = call.input.body;
      if (!spam && !leadOf(call).isLead) fail(forbidden, { data: { permission: "support.lead" } });
      await (spam ? markSpam(support.triage, tx, id) : unmarkSpam(tx, id));
      return {
        answer: undefined,
        auditAction: { action: "support.spam", subject: subject(id), reason, after: { spam } },
      };
    }),
    act(host, contract.mergeConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { into, reason } = call.input.body;
      await mergeInto(support.triage, tx, id, idOf(into), leadOf(call).operator);
      return {
        answer: undefined,
        auditAction: { action: "support.merge", subject: subject(id), reason, after: { into } },
      };
    }),
  ];
}
