import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound, validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { showMoney } from "#kit/money/show.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { type Accounts, idOf, type NamedPlayer, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import { payoutStatus } from "#modules/payments/shared/payouts.ts";
import {
  addCanned,
  addMacro,
  type CannedChange,
  type CannedPayout,
  type CannedPorts,
  type CannedRow,
  cannedAnswers,
  cannedById,
  cannedValues,
  cannedVariables,
  cannedVersions,
  changeCanned,
  conversationById,
  dueAt,
  earlierMessages,
  fileBytes,
  fillCanned,
  inboxStore,
  type MacroRow,
  type MessageRow,
  macroById,
  macros,
  macroText,
  markSpam,
  mergedMessages,
  mergeInto,
  messagesOf,
  mostAssigned,
  removeCanned,
  removeMacro,
  type Support,
  searchConversations,
  snooze,
  targetFigures,
  targets,
  unmarkSpam,
  variablesIn,
} from "../server/index.ts";
import * as contract from "./contract.ts";

const pageSize = 100;
const mostEarlier = 50;
const mostFound = 50;
const figuresMs = 7 * 86_400_000;
const typingMs = 5_000;
const minuteMs = 60_000;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: { readonly office: Pick<Payments["office"], "payouts"> };
  readonly support: Pick<Support, "inbox" | "triage" | "waiting" | "attachments">;
}

type OperatorCall = { readonly operator: Operator };
const actorOf = ({ operator }: OperatorCall) => ({ id: operator.id, name: operator.name });
const leadOf = (call: OperatorCall) => ({
  operator: actorOf(call),
  isLead: call.operator.permissions.has("support.lead"),
});
const subject = (id: Uuid) => `conversation:${id}`;
const done = (action: string, id: Uuid, after?: Json) => ({
  answer: undefined,
  auditAction: { action, subject: subject(id), ...(after !== undefined && { after }) },
});
const quietly = { answer: undefined, auditAction: null } as const;

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
      const on = operator.permissions.has("support.answer") && (await inboxStore.seeAgent(db, operator, now));
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
      const before = await inbox.complain(tx, id, leadOf(call).isLead, complaint);
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

function cannedHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { db } = host;
  return [
    handle(contract.readCanned, async ({ input: { query } }) => ({
      data: [...(await cannedAnswers(db, query.locale))],
    })),
    handle(contract.fillCannedAnswer, async ({ operator, input: { params } }) => {
      const row = (await conversationById(db, idOf(params.id))) ?? fail(notFound);
      const { text } = await cannedById(db, idOf(params.canned));
      return { data: { text: fillCanned(text, await cannedValues(portsOf(needs, row.locale), row, operator)) } };
    }),
    handle(contract.readCannedVersions, async ({ input: { params } }) => {
      const versions = await cannedVersions(db, idOf(params.id));
      if (versions.length === 0) fail(notFound);
      return { data: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })) };
    }),
    act(host, contract.addCanned, async (tx, { operator, input: { body } }) => {
      const { reason, ...given } = knownVariables(body);
      const row = await addCanned(tx, { id: host.ids.next(), ...given }, changeBy(operator, reason));
      return {
        answer: { data: row },
        auditAction: { action: "support.canned", subject: `canned:${row.id}`, reason, after: given },
      };
    }),
    act(host, contract.changeCanned, async (tx, { operator, input: { params, body } }) => {
      const { reason, ...given } = knownVariables(body);
      const { before, after } = await changeCanned(tx, { id: idOf(params.id), ...given }, changeBy(operator, reason));
      return { answer: { data: after }, auditAction: cannedAction(after.id, reason, before, after) };
    }),
    act(host, contract.removeCanned, async (tx, { operator, input: { params, body } }) => {
      const before = await removeCanned(tx, idOf(params.id), changeBy(operator, body.reason));
      return { answer: undefined, auditAction: cannedAction(before.id, body.reason, before, null) };
    }),
  ];

  function changeBy({ name }: Pick<Operator, "name">, reason: string): CannedChange {
    return { by: name, at: new Date(host.clock.now()), reason };
  }
}

function cannedAction(id: Uuid, reason: string, before: CannedRow, after: CannedRow | null) {
  const factsOf = ({ version, shortcut, locale, title, text }: CannedRow) => ({
    version,
    shortcut,
    locale,
    title,
    text,
  });
  return {
    action: "support.canned",
    subject: `canned:${id}`,
    reason,
    before: factsOf(before),
    after: after && factsOf(after),
  } as const;
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

function macroHandlers(needs: Needs): readonly Handler[] {
  const { host, support } = needs;
  return [
    handle(contract.readMacros, async () => ({ data: (await macros(host.db)).map(macroView) })),
    act(host, contract.runMacro, async (tx, call) => {
      const { params, body } = call.input;
      const { id, locale, ...row } = (await conversationById(tx, idOf(params.id))) ?? fail(notFound);
      const macro = await macroById(tx, idOf(params.macro));
      const values = await cannedValues(portsOf(needs, locale, tx), { locale, ...row }, call.operator);
      const text = fillCanned(await macroText(tx, macro, locale), values);
      const by = leadOf(call);
      const { confirm = false } = body;
      const { number } = await support.inbox.answer(tx, id, by.operator, { key: idOf(body.key), text, confirm });
      if (macro.action === "resolve") await support.inbox.resolve(tx, id, by);
      if (macro.snoozeMinutes !== null) {
        const until = new Date(host.clock.now() + macro.snoozeMinutes * minuteMs);
        await snooze(support.triage, tx, id, by, until);
      }
      const after = { macro: macro.name, number, action: macro.action };
      return { answer: undefined, auditAction: { action: "support.macro", subject: subject(id), after } };
    }),
    act(host, contract.addSupportMacro, async (tx, { input: { body } }) => {
      const { reason, snooze_minutes: snoozeMinutes, ...given } = body;
      if ((given.action === "snooze") !== (snoozeMinutes !== null))
        fail(validationFailed, { errors: { snooze_minutes: ["minutes_invalid"] } });
      const macro: MacroRow = { id: host.ids.next(), ...given, snoozeMinutes };
      await addMacro(tx, macro);
      const after = macroView(macro);
      return {
        answer: { data: after },
        auditAction: { action: "support.macros", subject: `macro:${macro.id}`, reason, after: { ...after } },
      };
    }),
    act(host, contract.removeSupportMacro, async (tx, { input: { params, body } }) => {
      const before = macroView(await removeMacro(tx, idOf(params.id)));
      return {
        answer: undefined,
        auditAction: {
          action: "support.macros",
          subject: `macro:${before.id}`,
          reason: body.reason,
          before: { ...before },
        },
      };
    }),
  ];
}

const macroView = ({ snoozeMinutes, ...macro }: MacroRow): contract.Macro => ({
  ...macro,
  snooze_minutes: snoozeMinutes,
});

const statusNames = new Map<number, CannedPayout["status"]>([
  [payoutStatus.pending, "pending"],
  [payoutStatus.processing, "processing"],
  [payoutStatus.paid, "paid"],
  [payoutStatus.declined, "declined"],
  [payoutStatus.cancelled, "cancelled"],
]);

function portsOf({ host, people, payments }: Needs, locale: Locale, on: Queryable = host.db): CannedPorts {
  return {
    nameOf: async player => (await people.of([player], on)).get(player)?.name ?? undefined,
    async payoutOf(player) {
      const [payout] = await payments.office.payouts({ waitingOnly: false, player, limit: 1, on });
      const status = payout && statusNames.get(payout.status);
      return payout && status && { sum: showMoney(payout.amount, payout.currency, languageOf(locale)), status };
    },
  };
}

/** Fails with `validation_failed` if the text has a variable that does not exist. */
function knownVariables<T extends { readonly text: string }>(body: T): T {
  const known: readonly string[] = cannedVariables;
  if (variablesIn(body.text).some(name => !known.includes(name)))
    fail(validationFailed, { errors: { text: ["variable_unknown"] } });
  return body;
}

/** A conversation in a list. The assignee is the operator who has it, or had it last. */
function listedView(row: inboxStore.ListedRow, named: (player: PlayerId) => NamedPlayer): contract.ListedConversation {
  return {
    id: row.id,
    player: row.playerId && named(row.playerId),
    guest: row.playerId ? null : row.id.slice(-4),
    locale: row.locale,
    topic: row.topic,
    state: row.state,
    assignee: row.assigneeId && row.assigneeName ? { id: row.assigneeId, name: row.assigneeName } : null,
    last_text: row.lastText,
    last_at: row.lastAt.toISOString(),
    waiting_since: row.waitingSince?.toISOString() ?? null,
    due_at: dueAt(row)?.toISOString() ?? null,
    complaint: row.complaint,
    snoozed_until: row.snoozedUntil?.toISOString() ?? null,
    spam: row.spam,
    merged_into: row.mergedInto,
    unread: row.unread,
    rating: row.rating as contract.ListedConversation["rating"],
  };
}

type TargetsView = RouteOutput<typeof contract.readSupportTargets>["data"];

function targetsView(figures: Awaited<ReturnType<typeof targetFigures>>): TargetsView {
  const seconds = (value: number | null) => (value === null ? null : Math.round(value));
  return {
    targets: {
      first_answer: targets.firstAnswerMs / 1000,
      next_answer: targets.nextAnswerMs / 1000,
      resolve: targets.resolveMs / 1000,
    },
    answered: figures.answered,
    answered_in_time: figures.answeredInTime,
    median_first_answer: seconds(figures.medianFirstAnswer),
    p95_first_answer: seconds(figures.p95FirstAnswer),
    resolved: figures.resolved,
    resolved_in_time: figures.resolvedInTime,
    median_resolve: seconds(figures.medianResolve),
  };
}

function officeMessage(message: MessageRow): contract.OfficeMessage {
  const { number, author, kind, operatorName, text, at, attachment, via } = message;
  return { number, author, kind, name: operatorName, text, at: at.toISOString(), attachment, via };
}
