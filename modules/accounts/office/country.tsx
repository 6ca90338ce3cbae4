import { useTranslation } from "#kit/web/texts.tsx";
import { correctCountry } from "#modules/accounts/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { CountryField } from "#modules/operators/office/parts/country-field.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useSession } from "#modules/operators/office/session.ts";
import type { Player } from "./shown-player.ts";

/** The country of the account with its dates; corrected by a document. */
export function Country({ id, countries, reload }: { id: string; countries: Player["countries"]; reload(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const countryName = useCountryNames();
  return (
    <span className="row wrap">
      {countries.length === 0 && "—"}
      {countries.map(({ country, since, source }) => (
        <span key={since} className="block">
          {countryName(country)} ({country}){" "}
          <span className="muted">
            {t(`players.country_sources.${source}`)}, <Moment at={since} />
          </span>
        </span>
      ))}
      {may("kyc.decide") && (
        <Decide
          action={t("players.correct_country")}
          title={t("players.correct_country_title")}
          text={t("players.correct_country_text")}
          asksReason
          onDecide={async (reason, _key, given) => {
            const country = String(given.get("country") ?? "");
            await call(correctCountry, { params: { id }, body: { country, reason } });
            reload();
          }}
        >
          <CountryField name="country" label={t("players.country")} />
        </Decide>
      )}
    </span>
  );
}
