import { useState } from "react";
import { isLocale, type Locale, localeName, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  addCanned,
  type CannedAnswer,
  changeCanned,
  readCanned,
  readCannedVersions,
  removeCanned,
} from "./canned-contract.ts";
import { CannedFields, cannedOf } from "./canned-fields.tsx";
import { Macros } from "./macros-panel.tsx";

/** Canned replies in every language: their texts, and who has changed what. */
export function CannedPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [locale, setLocale] = useState<Locale | "">("");
  const [shown, setShown] = useState<CannedAnswer>();
  const found = useOfficeQuery(readCanned, { query: locale === "" ? {} : { locale } }, 30_000);
  const isLead = may("support.lead");
  return (
    <OfficePage title={t("pages.canned")} aside={isLead && <NewAnswer onDone={found.reload} />}>
      <Panel
        title={t("pages.canned")}
        aside={
          <Pick
            label={t("canned.language")}
            value={locale}
            choices={[["", t("canned.all")], ...locales.map(each => [each, localeName(each)] as const)]}
            onPick={picked => setLocale(isLocale(picked) ? picked : "")}
          />
        }
      >
        <Read of={found}>
          {({ data }) => (
            <Table
              name={t("pages.canned")}
              head={[t("canned.shortcut"), t("canned.language"), t("canned.title"), t("canned.text"), ">"]}
              empty={t("canned.none")}
              rows={data.map(answer => ({
                key: answer.id,
                cells: [
                  <code key="shortcut">/{answer.shortcut}</code>,
                  localeName(answer.locale),
                  <span key="title" className="named">
                    {answer.title}
                  </span>,
                  <span key="text" className="reason">
                    {answer.text}
                  </span>,
                  <span key="do" className="row end wrap">
                    <button type="button" className="btn s" onClick={() => setShown(answer)}>
                      {t("canned.version", { version: answer.version })}
                    </button>
                    {isLead && <Change answer={answer} onDone={found.reload} />}
                    {isLead && <Remove answer={answer} onDone={found.reload} />}
                  </span>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <Macros shortcuts={[...new Set((found.data?.data ?? []).map(({ shortcut }) => shortcut))]} />
      {shown && <Versions key={shown.id} answer={shown} onDone={found.reload} />}
    </OfficePage>
  );
}

interface AnswerProps {
  readonly answer: CannedAnswer;
  onDone(): void;
}

function NewAnswer({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      primary
      action={t("canned.add")}
      title={t("canned.add")}
      asksReason
      onDecide={async (reason, key, given) => {
        await call(addCanned, { body: { ...cannedOf(given), reason } }, key);
        onDone();
      }}
    >
      <CannedFields />
    </Decide>
  );
}

function Change({ answer, onDone }: AnswerProps) {
  const { t } = useTranslation("office");
  const { id, version } = answer;
  return (
    <Decide
      action={t("canned.change")}
      title={t("canned.change_title", { shortcut: answer.shortcut })}
      asksReason
      onDecide={async (reason, key, given) => {
        await call(changeCanned, { params: { id }, body: { ...cannedOf(given), version, reason } }, key);
        onDone();
      }}
    >
      <CannedFields start={answer} />
    </Decide>
  );
}

function Remove({ answer, onDone }: AnswerProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("canned.remove")}
      title={t("canned.remove_title", { shortcut: answer.shortcut })}
      text={t("canned.remove_text")}
      dangerous
      asksReason
      onDecide={async (reason, key) => {
        await call(removeCanned, { params: { id: answer.id }, body: { reason } }, key);
        onDone();
      }}
    />
  );
}

/** What the reply was; an earlier text becomes the next version. */
function Versions({ answer, onDone }: AnswerProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id } = answer;
  const found = useOfficeQuery(readCannedVersions, { params: { id } }, 30_000);
  const name = t("canned.versions", { shortcut: answer.shortcut });
  return (
    <Panel title={name}>
      <Read of={found}>
        {({ data }) => (
          <Table
            name={name}
            head={[t("canned.when"), t("canned.text"), t("canned.reason"), ">"]}
            empty={t("canned.none")}
            rows={data.map((each, index) => ({
              key: `${each.version}`,
              cells: [
                <span key="when">
                  <b>{t("canned.version", { version: each.version })}</b> {each.by}
                  <br />
                  <Moment at={each.at} />
                </span>,
                each.removed ? (
                  <Tag key="text" tone="bad">
                    {t("canned.removed")}
                  </Tag>
                ) : (
                  `${each.title}: ${each.text}`
                ),
                each.reason,
                index > 0 && !each.removed && !data[0]?.removed && may("support.lead") && (
                  <Decide
                    action={t("canned.restore")}
                    title={t("canned.restore_title", { version: each.version })}
                    asksReason
                    onDecide={async (reason, key) => {
                      const { shortcut, locale, title, text } = each;
                      const version = data[0]?.version ?? answer.version;
                      await call(
                        changeCanned,
                        { params: { id }, body: { shortcut, locale, title, text, version, reason } },
                        key,
                      );
                      found.reload();
                      onDone();
                    }}
                  />
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
