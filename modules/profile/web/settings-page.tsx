import { useId, useState } from "react";
import { useLocation } from "react-router";
import { isLocale, type Locale, localeName, localePath, locales } from "#kit/i18n/locale.ts";
import { currencyCodes, isCurrency } from "#kit/money/currency.ts";
import { useLocale } from "#kit/web/lang.ts";
import { rememberLocale } from "#kit/web/locale-cookie.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useSettings } from "#modules/accounts/web/use-settings.ts";
import { switchVisitPanel, visitPanel } from "#modules/bets/web/visit-totals.ts";
import { CloseAccountCard, ExportCard } from "#modules/privacy/web/privacy-card.tsx";
import { IdentityCard } from "#modules/profiles/web/identity-card.tsx";
import { VerificationCard } from "#modules/verification/web/verification-card.tsx";
import { RequireProof } from "./require-proof.tsx";
import { ZoneField } from "./zone-field.tsx";

export const handle = { texts: ["profiles", "privacy", "verification", "accounts", "pages"] };

/** Language, time zone, currency, and public visibility. Each change is saved at once. */
export default function SettingsPage() {
  const { t } = useTranslation("lobby", "profile", "pages");
  const user = useSession(state => state.user);
  const change = useSettings();
  const announce = useAnnounce();
  const locale = useLocale();
  if (!user) return null;
  const currency = user.currency ?? "";
  return (
    <div className="profile-columns">
      <div className="col gap-4">
        <IdentityCard />
        <section className="card settings">
          <PageHead title={t("profile:setting")} noIndex />
          <h2 className="display">{t("profile:setting")}</h2>
          <Choice
            label={t("frame.language")}
            value={locale}
            options={locales.map(each => [each, localeName(each)])}
            onChange={async value => isLocale(value) && (await change({ locale: value })) && announce(value)}
          />
          <ZoneField value={user.timezone} onChange={timezone => change({ timezone })} />
          <Choice
            label={t("profile:currency")}
            value={currency}
            options={currencyCodes.map(code => [code, `${code}, ${t(`currencies.${code}`)}`])}
            onChange={async value => isCurrency(value) && change({ currency: value })}
          />
          <Choose
            label={t("profile:hide_avatar")}
            note={t("profile:hide_avatar_note")}
            on={user.is_avatar_hidden}
            onChange={is_avatar_hidden => change({ is_avatar_hidden })}
          />
          <Choose
            label={t("profile:hide_statistics")}
            note={t("profile:hide_statistics_note")}
            on={user.is_statistics_hidden}
            onChange={is_statistics_hidden => change({ is_statistics_hidden })}
          />
          <Choose
            label={t("pages:visit.setting")}
            note={t("pages:visit.setting_note")}
            on={visitPanel.use() === "on"}
            onChange={async on => switchVisitPanel(on)}
          />
        </section>
      </div>
      <div className="col gap-4">
        <VerificationCard />
        <ExportCard />
        <RequireProof>
          <CloseAccountCard />
        </RequireProof>
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  onChange(value: string): Promise<unknown>;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <select
        id={id}
        className="input-box"
        value={asked ?? value}
        aria-busy={asked !== null}
        onChange={event => {
          const chosen = event.target.value;
          setAsked(chosen);
          void onChange(chosen).finally(() => setAsked(now => (now === chosen ? null : now)));
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Choose(props: { label: string; note: string; on: boolean; onChange(on: boolean): Promise<unknown> }) {
  const { label, note, on, onChange } = props;
  const id = useId();
  return (
    <div className="row spread">
      <div id={id}>
        <b>{label}</b>
        <p className="muted sm">{note}</p>
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={on}
        aria-labelledby={id}
        onClick={() => void onChange(!on)}
      />
    </div>
  );
}

/** Reloads this page in another language. */
function useAnnounce(): (locale: Locale) => void {
  const { pathname, search } = useLocation();
  return locale => {
    rememberLocale(locale);
    location.assign(localePath(locale, pathname) + search);
  };
}
