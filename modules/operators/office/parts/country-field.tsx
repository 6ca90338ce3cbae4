import { countryCodes } from "#kit/i18n/country-names.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "../language.ts";
import { useCountryNames } from "./use-country-names.ts";

/** A country, by name; the field's value is its two letters. */
export function CountryField({ name, label }: { readonly name: string; readonly label: string }) {
  const { t } = useTranslation("office");
  const nameOf = useCountryNames();
  const countries = countryCodes().map(code => ({ code, text: nameOf(code) }));
  countries.sort((a, b) => a.text.localeCompare(b.text, pageLanguage()));
  return (
    <label className="field">
      {label}
      <select name={name} required defaultValue="">
        <option value="" disabled>
          {t("choose_country")}
        </option>
        {countries.map(({ code, text }) => (
          <option key={code} value={code}>
            {text} ({code})
          </option>
        ))}
      </select>
    </label>
  );
}
