import { useState } from "react";
import { Link } from "react-router";
import { type Locale, localeName, localeOfLanguage, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { faultOfText } from "#modules/content/shared/text-faults.ts";
import { longestSiteText } from "#modules/content/shared/text-list.ts";
import { call } from "#modules/operators/office/api.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { SearchFilter } from "#modules/operators/office/parts/search-filter.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { changeSiteTexts, readSiteTexts, type SiteTextView } from "./texts-contract.ts";

/** What has been written on this page and is not saved yet, by key; null for the text of the release. */
type Written = ReadonlyMap<string, string | null>;

/** Texts of the site by key and language; what is written becomes the next version. */
export function SiteTextsPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const language = locales.find(each => each === filters.get("language")) ?? localeOfLanguage(pageLanguage());
  return (
    <OfficePage
      title={t("pages.site_texts")}
      aside={
        <>
          <Pick
            label={t("language")}
            value={language}
            choices={locales.map(each => [each, localeName(each)] as const)}
            onPick={picked => filters.set({ language: picked })}
          />
          <SearchFilter filters={filters} name="q" label={t("site_texts.find")} />
        </>
      }
    >
      <p className="note muted">{t("site_texts.rule")}</p>
      <Texts key={language} language={language} />
    </OfficePage>
  );
}

const shownKinds = ["changed", "faulty"] as const;

function Texts({ language }: { readonly language: Locale }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const filters = useAddressFilters();
  const which = shownKinds.find(each => each === filters.get("which"));
  const q = filters.get("q");
  const [written, setWritten] = useState<Written>(new Map());
  const texts = useList(readSiteTexts, cursor => ({
    query: {
      language,
      limit: "100",
      ...(q !== "" && { q }),
      ...(which && { which }),
      ...(cursor !== undefined && { cursor }),
    },
  }));
  const write = (key: string, text: string | null | undefined) => {
    const next = new Map(written);
    if (text === undefined) next.delete(key);
    else next.set(key, text);
    setWritten(next);
  };
  const { first } = texts;
  return (
    <Panel
      title={first && t("site_texts.version", { version: first.version, live: first.live })}
      aside={
        <span className="row">
          {may("content.write") && first && written.size > 0 && (
            <Save
              language={language}
              newest={first.newest}
              written={written}
              onDone={() => {
                setWritten(new Map());
                texts.reload();
              }}
            />
          )}
          <Link className="btn s" to="/content/texts/texts">
            {t("site_texts.versions")}
          </Link>
        </span>
      }
    >
      <OfficeList
        name="site-texts"
        title={t("pages.site_texts")}
        columns={useTextColumns(written, write)}
        of={texts}
        keyOf={({ key }) => key}
        labelOf={({ key }) => key}
        tools={
          <Pick
            label={t("site_texts.which")}
            value={which ?? ""}
            choices={[["", t("site_texts.all")], ...shownKinds.map(each => [each, t(`site_texts.${each}`)] as const)]}
            onPick={picked => filters.set({ which: picked })}
          />
        }
        empty={t("site_texts.none")}
        onClear={which || q !== "" ? () => filters.set({ which: "", q: "" }) : undefined}
      />
    </Panel>
  );
}

function useTextColumns(
  written: Written,
  write: (key: string, text: string | null | undefined) => void,
): readonly Column<SiteTextView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return [
    {
      id: "key",
      title: t("site_texts.key"),
      fixed: true,
      cell: ({ key }) => <span className="mono sm wrap-anywhere">{key}</span>,
    },
    {
      id: "released",
      title: t("site_texts.released"),
      cell: ({ released }) => <span className="reason">{released ?? "—"}</span>,
    },
    {
      id: "own",
      title: t("site_texts.own"),
      cell: of => <Own of={of} written={written.get(of.key)} />,
    },
    {
      id: "actions",
      title: "",
      fixed: true,
      cell: of =>
        may("content.write") ? (
          <span className="row end">
            <Change of={of} written={written.get(of.key)} onWrite={text => write(of.key, text)} />
            {written.has(of.key) && (
              <button type="button" className="btn s" onClick={() => write(of.key, undefined)}>
                {t("site_texts.discard")}
              </button>
            )}
          </span>
        ) : null,
    },
  ];
}

function Own({
  of: { own, fault },
  written,
}: {
  readonly of: SiteTextView;
  readonly written: string | null | undefined;
}) {
  const { t } = useTranslation("office");
  if (written !== undefined)
    return (
      <span className="col">
        <span className="reason">{written ?? t("site_texts.as_released")}</span>
        <Tag tone="info">{t("site_texts.unsaved")}</Tag>
      </span>
    );
  if (own === null) return <span className="faint">—</span>;
  return (
    <span className="col">
      <span className="reason">{own}</span>
      {fault !== null && <Tag tone="wait">{t(`content.faults.${fault}`)}</Tag>}
    </span>
  );
}

interface ChangeProps {
  readonly of: SiteTextView;
  readonly written: string | null | undefined;
  onWrite(text: string | null): void;
}

/** The text in the operator's words; what it must keep is checked as it is written. */
function Change({ of, written, onWrite }: ChangeProps) {
  const { t } = useTranslation("office");
  const { key, released, english, own } = of;
  const [text, setText] = useState(written ?? own ?? released ?? "");
  const fault = text.trim() === "" ? undefined : faultOfText(released ?? undefined, text);
  return (
    <Decide
      action={t("change")}
      title={key}
      text={english === released ? undefined : english}
      onDecide={async () => onWrite(text.trim() === "" || text === released ? null : text.trim())}
    >
      <label className="field">
        {t("site_texts.released")}
        <output className="reason">{released ?? "—"}</output>
      </label>
      <label className="field">
        {t("site_texts.own")}
        <textarea
          ref={field => field?.setCustomValidity(fault ? t(`content.faults.${fault}`) : "")}
          rows={4}
          maxLength={longestSiteText}
          spellCheck
          value={text}
          aria-invalid={fault !== undefined}
          onChange={event => setText(event.target.value.replace(/\s*\n\s*/g, " "))}
        />
        {fault && (
          <span className="bad" role="status">
            {t(`content.faults.${fault}`)}
          </span>
        )}
      </label>
      <p className="muted sm">{t("site_texts.empty_is_released")}</p>
    </Decide>
  );
}

interface SaveProps {
  readonly language: Locale;
  readonly newest: number;
  readonly written: Written;
  onDone(): void;
}

function Save({ language, newest, written, onDone }: SaveProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("site_texts.save", { count: written.size })}
      title={t("site_texts.save_title", { version: newest + 1, language: localeName(language) })}
      text={t("site_texts.save_text")}
      asksReason
      label={t("content.summary")}
      primary
      onDecide={async (summary, key) => {
        const texts = [...written].map(([name, text]) => ({ key: name, text }));
        await call(changeSiteTexts, { body: { based_on: newest, language, texts, summary } }, key);
        onDone();
      }}
    />
  );
}
