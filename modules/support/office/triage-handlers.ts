import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { idOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import {
  addMacro,
  type CannedPorts,
  cannedValues,
  conversationById,
  fillCanned,
  type MacroRow,
  macroById,
  macros,
  macroText,
  markSpam,
  mergeInto,
  removeMacro,
  type Support,
  snooze,
  unmarkSpam,
} from "../server/index.ts";
import * as contract from "./contract.ts";

interface Needs {
  readonly host: Host;
  readonly support: Pick<Support, "inbox" | "triage">;
  /** Where the values of variables come from, in a language, read in this transaction. */
  portsIn(locale: Locale, on: Tx): CannedPorts;
}

const minuteMs = 60_000;
const subject = (id: Uuid) => `conversation:${id}`;
const byOf = ({ operator }: { readonly operator: Operator }) => ({
  operator: { id: operator.id, name: operator.name },
  isLead: operator.permissions.has("support.lead"),
});

/** Snoozing, spam, merging, macros. */
export function triageHandlers(needs: Needs): readonly Handler[] {
  const { host, support } = needs;
  const at = (minutes: number) => new Date(host.clock.now() + minutes * minuteMs);
  return [
    act(host, contract.snoozeConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { minutes } = call.input.body;
      const until = minutes === null ? null : at(minutes);
      await snooze(support.triage, tx, id, byOf(call), until);
      const after = { until: until?.toISOString() ?? null };
      return { answer: undefined, auditAction: { action: "support.snooze", subject: subject(id), after } };
    }),
    act(host, contract.markConversationSpam, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { spam, reason } = call.input.body;
      if (!spam && !byOf(call).isLead) fail(forbidden, { data: { permission: "support.lead" } });
      await (spam ? markSpam(support.triage, tx, id) : unmarkSpam(tx, id));
      return { answer: undefined, auditAction: { action: "support.spam", subject: subject(id), reason, after: { spam } } };
    }),
    act(host, contract.mergeConversation, async (tx, call) => {
      const id = idOf(call.input.params.id);
      const { into, reason } = call.input.body;
      await mergeInto(support.triage, tx, id, idOf(into), byOf(call).operator);
      return { answer: undefined, auditAction: { action: "support.merge", subject: subject(id), reason, after: { into } } };
    }),
    ...macroHandlers(needs),
  ];
}

function macroHandlers({ host, support, portsIn }: Needs): readonly Handler[] {
  return [
    handle(contract.readMacros, async () => ({ data: (await macros(host.db)).map(macroView) })),
    act(host, contract.runMacro, async (tx, call) => {
      const { params, body } = call.input;
      const { id, locale, ...row } = (await conversationById(tx, idOf(params.id))) ?? fail(notFound);
      const macro = await macroById(tx, idOf(params.macro));
      const values = await cannedValues(portsIn(locale, tx), { locale, ...row }, call.operator);
      const text = fillCanned(await macroText(tx, macro, locale), values);
      const by = byOf(call);
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
        auditAction: { action: "support.macros", subject: `macro:${before.id}`, reason: body.reason, before: { ...before } },
      };
    }),
  ];
}

const macroView = ({ snoozeMinutes, ...macro }: MacroRow): contract.Macro => ({
  ...macro,
  snooze_minutes: snoozeMinutes,
});
