import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readMacros, runMacro } from "./canned-contract.ts";
import { markConversationSpam, mergeConversation, type OpenConversation, snoozeConversation } from "./contract.ts";

interface TriageProps {
  readonly conversation: OpenConversation;
  /** The caller may set it aside. */
  readonly isOwn: boolean;
  changed(): void;
}

/** Macros, snoozing, merging, spam. */
export function Triage({ conversation, isOwn, changed }: TriageProps) {
  const { may } = useSession();
  if (!may("support.answer")) return null;
  if (conversation.state === "closed")
    return conversation.spam && may("support.lead") ? <Spam conversation={conversation} changed={changed} /> : null;
  return (
    <>
      <RunMacro conversation={conversation} changed={changed} />
      {isOwn && <Snooze conversation={conversation} changed={changed} />}
      <Merge conversation={conversation} changed={changed} />
      <Spam conversation={conversation} changed={changed} />
    </>
  );
}

type Props = Omit<TriageProps, "isOwn">;

const snoozes = [60, 240, 1_440, 4_320, 10_080] as const;

function Snooze({ conversation: { id, snoozed_until }, changed }: Props) {
  const { t } = useTranslation("office");
  const [minutes, setMinutes] = useState<number>(snoozes[0]);
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > Date.now();
  return (
    <Decide
      action={t(isSnoozed ? "support.end_snooze" : "support.snooze")}
      title={t(isSnoozed ? "support.end_snooze_title" : "support.snooze_title")}
      text={t(isSnoozed ? "support.end_snooze_text" : "support.snooze_text")}
      onDecide={async () => {
        await call(snoozeConversation, { params: { id }, body: { minutes: isSnoozed ? null : minutes } });
        changed();
      }}
    >
      {!isSnoozed && (
        <label className="field">
          {t("support.snooze_for")}
          <select value={minutes} onChange={event => setMinutes(Number(event.target.value))}>
            {snoozes.map(each => (
              <option key={each} value={each}>
                {t("support.hours", { n: each / 60 })}
              </option>
            ))}
          </select>
        </label>
      )}
    </Decide>
  );
}

function Spam({ conversation: { id, spam }, changed }: Props) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t(spam ? "support.no_spam" : "support.spam")}
      title={t(spam ? "support.no_spam_title" : "support.spam_title")}
      text={t(spam ? "support.no_spam_text" : "support.spam_text")}
      dangerous={!spam}
      asksReason
      onDecide={async reason => {
        await call(markConversationSpam, { params: { id }, body: { spam: !spam, reason } });
        changed();
      }}
    />
  );
}

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

function Merge({ conversation: { id }, changed }: Props) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("support.merge")}
      title={t("support.merge_title")}
      text={t("support.merge_text")}
      asksReason
      onDecide={async (reason, _key, given) => {
        const typed = String(given.get("into") ?? "");
        const into = idPattern.exec(typed.toLowerCase())?.[0] ?? typed;
        await call(mergeConversation, { params: { id }, body: { into, reason } });
        changed();
      }}
    >
      <label className="field">
        {t("support.merge_into")}
        <input name="into" required maxLength={300} autoComplete="off" />
      </label>
    </Decide>
  );
}

function RunMacro({ conversation: { id }, changed }: Props) {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readMacros, {}, 60_000);
  const all = found.data?.data ?? [];
  const [chosen, setChosen] = useState("");
  const macro = chosen === "" ? all[0]?.id : chosen;
  if (macro === undefined) return null;
  return (
    <Decide
      action={t("support.macro")}
      title={t("support.macro_title")}
      text={t("support.macro_text")}
      onDecide={async (_reason, key) => {
        await call(runMacro, { params: { id, macro }, body: { key } });
        changed();
      }}
    >
      <label className="field">
        {t("support.macro")}
        <select value={macro} onChange={event => setChosen(event.target.value)}>
          {all.map(each => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </label>
    </Decide>
  );
}
