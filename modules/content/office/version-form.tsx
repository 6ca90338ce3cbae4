import { useState } from "react";
import { type Locale, localeName, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { faultOf } from "#modules/content/shared/document-faults.ts";
import {
  audiences,
  type Kind,
  languagesOf,
  longestText,
  type Placement,
  slots,
} from "#modules/content/shared/kinds.ts";
import { templateOfKey } from "#modules/content/shared/message-text.ts";
import { formOf } from "#modules/messages/shared/template-forms.ts";
import { call } from "#modules/operators/office/api.ts";
import { Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { draftContent, readVersion, type VersionTexts } from "./contract.ts";

interface FormProps {
  readonly document: { readonly kind: Kind; readonly key: string };
  /** The newest version; 0 for a new document. */
  readonly newest: number;
  /** The version whose texts the form begins with. */
  readonly start: number | null;
  onDone(): void;
}

/** The next version of a document, in every language. */
export function VersionForm(props: FormProps) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("content.draft_title", { version: props.newest + 1 })}>
      {props.start === null ? <Fields {...props} from={undefined} /> : <Loaded {...props} start={props.start} />}
    </Panel>
  );
}

function Loaded(props: FormProps & { readonly start: number }) {
  const { kind, key } = props.document;
  const found = useOfficeQuery(readVersion, { params: { kind, key, version: `${props.start}` } });
  return <Read of={found}>{({ data }) => <Fields {...props} from={data} />}</Read>;
}

type Texts = Readonly<Partial<Record<Locale, string>>>;

const examples: Readonly<Record<Kind, string>> = {
  policy: "# …\n\n## …\n…\n",
  faq: "# … {#start}\n\n## …?\n…\n",
  promo: "# …\n\n…\n\n## …\n- …\n",
  banner: "# …\n\n…\n\n[…](/promo/…)\n",
  template: "# …\n\n…\n",
  redirects: "/… /…\n",
  texts: "# …\n",
};

function Fields({ document, newest, from, onDone }: FormProps & { readonly from: VersionTexts | undefined }) {
  const { t } = useTranslation("office");
  const { kind, key } = document;
  const { busy, error, send } = useSending();
  const [once] = useState(() => crypto.randomUUID());
  const languages = languagesOf(kind);
  const [texts, setTexts] = useState<Texts>(() => {
    const start = (locale: Locale) => from?.bodies[locale] ?? examples[kind];
    return Object.fromEntries(languages.map(locale => [locale, start(locale)]));
  });
  const [placement, setPlacement] = useState<Placement | null>(
    kind === "banner" ? (from?.placement ?? { slot: "home", audience: "all", priority: 50 }) : null,
  );
  async function save(given: FormData): Promise<void> {
    const text = (name: string) => String(given.get(name) ?? "").trim();
    const ends = text("ends_at");
    const body = {
      based_on: newest,
      bodies: texts,
      placement,
      ends_at: ends === "" ? null : new Date(ends).toISOString(),
      material: given.get("material") === "on",
      summary: text("summary"),
    };
    if (await send(() => call(draftContent, { params: { kind, key }, body }, once))) onDone();
  }
  const isValid = languages.every(locale => !faultOf(document, texts[locale] ?? ""));
  return (
    <form
      className="form note"
      onSubmit={event => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <p className="muted">{t(`content.format.${kind}`)}</p>
      {kind === "template" && <Placeholders name={key} />}
      {languages.map(locale => (
        <Text
          key={locale}
          document={document}
          label={languages.length === 1 ? t(`content.kinds.${kind}`) : localeName(locale)}
          text={texts[locale] ?? ""}
          onText={text => setTexts({ ...texts, [locale]: text })}
        />
      ))}
      {placement && <PlacementFields value={placement} onChange={setPlacement} />}
      {(kind === "promo" || kind === "banner") && (
        <label className="field">
          {t("content.ends_at")}
          <input name="ends_at" type="datetime-local" />
        </label>
      )}
      {kind === "policy" && (
        <label className="row">
          <input name="material" type="checkbox" />
          {t("content.is_material")}
        </label>
      )}
      <label className="field">
        {t("content.summary")}
        <input name="summary" required minLength={3} maxLength={500} autoComplete="off" />
      </label>
      <Refused why={error} />
      <div className="row end">
        <button type="submit" className="btn primary" aria-busy={busy} disabled={busy || !isValid}>
          {t("content.save")}
        </button>
      </div>
    </form>
  );
}

/** What a message may be filled with. */
function Placeholders({ name }: { readonly name: string }) {
  const { t } = useTranslation("office");
  const template = templateOfKey(name);
  const { values } = template ? formOf(template) : { values: [] };
  if (values.length === 0) return null;
  return (
    <p className="muted">
      {t("content.placeholders")} <code>{values.map(value => `{${value}}`).join(" ")}</code>
    </p>
  );
}

interface TextProps {
  readonly document: FormProps["document"];
  readonly label: string;
  readonly text: string;
  onText(text: string): void;
}

function Text({ document, label, text, onText }: TextProps) {
  const { t } = useTranslation("office");
  const fault = faultOf(document, text);
  return (
    <label className="field">
      {label}
      <textarea
        rows={12}
        required
        maxLength={longestText}
        spellCheck
        value={text}
        aria-invalid={fault !== undefined}
        onChange={event => onText(event.target.value)}
      />
      {fault && (
        <span className="bad" role="status">
          {t("content.fault", { line: fault.line, fault: t(`content.faults.${fault.fault}`) })}
        </span>
      )}
    </label>
  );
}

/** All of them is no choice; the last one stays. */
function languagesWith({ languages = locales }: Placement, locale: Locale, isShown: boolean) {
  const chosen = locales.filter(each => (each === locale ? isShown : languages.includes(each)));
  if (chosen.length === 0) return languages;
  return chosen.length === locales.length ? undefined : chosen;
}

interface PlacementProps {
  readonly value: Placement;
  onChange(value: Placement): void;
}

function PlacementFields({ value, onChange }: PlacementProps) {
  const { t } = useTranslation("office");
  return (
    <div className="row wrap">
      <label className="field grow">
        {t("content.slot")}
        <select
          value={value.slot}
          onChange={event =>
            onChange({ ...value, slot: slots.find(each => each === event.target.value) ?? value.slot })
          }
        >
          {slots.map(slot => (
            <option key={slot} value={slot}>
              {t(`content.slots.${slot}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field grow">
        {t("content.audience")}
        <select
          value={value.audience}
          onChange={event =>
            onChange({ ...value, audience: audiences.find(each => each === event.target.value) ?? value.audience })
          }
        >
          {audiences.map(audience => (
            <option key={audience} value={audience}>
              {t(`content.audiences.${audience}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t("content.priority")}
        <input
          type="number"
          min={0}
          max={100}
          required
          value={value.priority}
          onChange={event => onChange({ ...value, priority: Number(event.target.value) })}
        />
      </label>
      <label className="field grow">
        {t("content.countries")}
        <input
          defaultValue={value.countries?.join(", ") ?? ""}
          placeholder={t("content.everywhere")}
          pattern="\s*([A-Za-z]{2}(\s*,\s*|\s*$))*"
          autoComplete="off"
          onChange={event => {
            const countries = event.target.value.toUpperCase().match(/[A-Z]{2}/g) ?? undefined;
            onChange({ ...value, countries });
          }}
        />
      </label>
      <fieldset className="field">
        <legend>{t("content.languages")}</legend>
        <span className="row wrap">
          {locales.map(locale => (
            <label key={locale} className="row">
              <input
                type="checkbox"
                checked={value.languages?.includes(locale) ?? true}
                onChange={event =>
                  onChange({ ...value, languages: languagesWith(value, locale, event.target.checked) })
                }
              />
              {localeName(locale)}
            </label>
          ))}
        </span>
      </fieldset>
    </div>
  );
}
