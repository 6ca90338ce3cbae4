import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { showMoney } from "#kit/money/show.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { idOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
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
  fillCanned,
  type MacroRow,
  macroById,
  macros,
  macroText,
  removeCanned,
  removeMacro,
  snooze,
  variablesIn,
} from "../server/index.ts";
import * as contract from "./canned-contract.ts";
import { leadOf, minuteMs, type Needs, subject } from "./handler-views.ts";

export function cannedHandlers(needs: Needs): readonly Handler[] {
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

export function macroHandlers(needs: Needs): readonly Handler[] {
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
      const [payout] = await payments.office.payouts({ queue: "all", player, limit: 1, on });
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
