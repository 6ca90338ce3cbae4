import { useState } from "react";
import { type Locale, localeName } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { languagesOf } from "#modules/content/shared/kinds.ts";
import { diffLines } from "#modules/content/shared/line-diff.ts";
import { MessagePreview } from "#modules/messages/office/message-preview.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type DocumentView, readVersion, testMessage } from "./contract.ts";

interface TextsProps {
  readonly document: DocumentView;
  readonly version: number;
}

/** A version's text beside another one's: by default what is shown, of that itself the version before. */
export function VersionTextsPanel({ document, version }: TextsProps) {
  const { t } = useTranslation("office");
  const { kind, key, live, versions } = document;
  const others = versions.filter(each => each.version !== version);
  const before = others.find(each => each.version < version)?.version;
  const [against, setAgainst] = useState(live !== null && live !== version ? live : before);
  const languages = languagesOf(kind);
  const [locale, setLocale] = useState<Locale>("en");
  const own = useOfficeQuery(readVersion, { params: { kind, key, version: `${version}` } });
  const other = useOfficeQuery(readVersion, { params: { kind, key, version: `${against ?? version}` } });
  return (
    <Panel
      title={t("content.version", { version })}
      aside={
        <>
          {languages.length > 1 && (
            <Pick
              label={t("content.language")}
              value={locale}
              choices={languages.map(each => [each, localeName(each)] as const)}
              onPick={setLocale}
            />
          )}
          <Pick
            label={t("content.against")}
            value={`${against ?? ""}`}
            choices={[
              ["", t("content.against_none")],
              ...others.map(
                each => [`${each.version}`, t("content.against_version", { version: each.version })] as const,
              ),
            ]}
            onPick={picked => setAgainst(picked === "" ? undefined : Number(picked))}
          />
        </>
      }
    >
      <Read of={own}>
        {({ data }) => (
          <>
            <p className="note row wrap">
              {data.previews.map(({ locale: each, url }) => (
                <a key={each} className="btn s" href={url} target="_blank" rel="noreferrer">
                  {t("content.preview", { language: localeName(each) })}
                </a>
              ))}
              <span className="muted">
                SHA-256 <code>{data.hash.slice(0, 16)}…</code>
              </span>
            </p>
            {data.message?.[locale] && (
              <Message document={document} version={version} locale={locale} message={data.message[locale]} />
            )}
            <Lines
              before={against === undefined ? (data.bodies[locale] ?? "") : (other.data?.data.bodies[locale] ?? "")}
              after={data.bodies[locale] ?? ""}
            />
          </>
        )}
      </Read>
    </Panel>
  );
}

interface MessageProps extends TextsProps {
  readonly locale: Locale;
  readonly message: Parameters<typeof MessagePreview>[0]["message"];
}

/** A message as its recipient reads it, and a test to oneself. */
function Message({ document: { kind, key }, version, locale, message }: MessageProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { busy, error, send } = useSending();
  const [sent, setSent] = useState<Locale>();
  async function sendTest(): Promise<void> {
    const params = { kind, key, version: `${version}` };
    const once = crypto.randomUUID();
    if (await send(() => call(testMessage, { params, body: { language: locale } }, once))) setSent(locale);
  }
  return (
    <div className="note col gap-4">
      <MessagePreview message={message} locale={locale} />
      {may("content.write") && (
        <div className="row wrap">
          <button type="button" className="btn s" aria-busy={busy} disabled={busy} onClick={() => void sendTest()}>
            {t("content.send_test")}
          </button>
          <span role="status" className="muted">
            {sent === locale ? t("content.test_sent") : ""}
          </span>
        </div>
      )}
      <Refused why={error} />
    </div>
  );
}

const marks = { same: " ", added: "+", removed: "−" } as const;

function Lines({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <pre className="diff">
      {diffLines(before, after).map(({ kind, text, place }) => (
        <span key={place} className={kind}>
          {`${marks[kind]} ${text}\n`}
        </span>
      ))}
    </pre>
  );
}
