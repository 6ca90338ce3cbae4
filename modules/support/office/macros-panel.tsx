import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { addSupportMacro, type Macro, readMacros, removeSupportMacro } from "./canned-contract.ts";

const mostHours = 720;
const actions = ["none", "resolve", "snooze"] as const;

/** Macros: a canned reply, and what happens to the conversation then. */
export function Macros({ shortcuts }: { readonly shortcuts: readonly string[] }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readMacros, {}, 30_000);
  const isLead = may("support.lead");
  return (
    <Panel
      title={t("canned.macros")}
      aside={isLead && shortcuts.length > 0 && <NewMacro shortcuts={shortcuts} onDone={found.reload} />}
    >
      <Read of={found}>
        {({ data }) => (
          <Table
            name={t("canned.macros")}
            head={[t("canned.macro_name"), t("canned.shortcut"), t("canned.macro_then"), ">"]}
            empty={t("canned.no_macros")}
            rows={data.map(macro => ({
              key: macro.id,
              cells: [
                macro.name,
                <code key="shortcut">/{macro.shortcut}</code>,
                t(`canned.macro_actions.${macro.action}`, { hours: (macro.snooze_minutes ?? 0) / 60 }),
                isLead && <RemoveMacro macro={macro} onDone={found.reload} />,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

function NewMacro({ shortcuts, onDone }: { readonly shortcuts: readonly string[]; onDone(): void }) {
  const { t } = useTranslation("office");
  const [action, setAction] = useState<Macro["action"]>("resolve");
  return (
    <Decide
      action={t("canned.add_macro")}
      title={t("canned.add_macro")}
      asksReason
      onDecide={async (reason, key, given) => {
        const textOf = (name: string) => String(given.get(name) ?? "").trim();
        const snooze_minutes = action === "snooze" ? Number(textOf("hours")) * 60 : null;
        const body = { name: textOf("name"), shortcut: textOf("shortcut"), action, snooze_minutes, reason };
        await call(addSupportMacro, { body }, key);
        onDone();
      }}
    >
      <label className="field">
        {t("canned.macro_name")}
        <input name="name" required minLength={2} maxLength={60} autoComplete="off" />
      </label>
      <label className="field">
        {t("canned.shortcut")}
        <select name="shortcut">
          {shortcuts.map(shortcut => (
            <option key={shortcut}>{shortcut}</option>
          ))}
        </select>
      </label>
      <label className="field">
        {t("canned.macro_then")}
        <select
          value={action}
          onChange={event => setAction(actions.find(each => each === event.target.value) ?? "none")}
        >
          {actions.map(each => (
            <option key={each} value={each}>
              {t(`canned.macro_choices.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {action === "snooze" && <NumberField name="hours" label={t("canned.macro_hours")} most={mostHours} start={24} />}
    </Decide>
  );
}

function RemoveMacro({ macro, onDone }: { readonly macro: Macro; onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("canned.remove")}
      title={t("canned.remove_title", { shortcut: macro.name })}
      dangerous
      asksReason
      onDecide={async (reason, key) => {
        await call(removeSupportMacro, { params: { id: macro.id }, body: { reason } }, key);
        onDone();
      }}
    />
  );
}
