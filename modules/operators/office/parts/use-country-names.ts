import { useEffect, useState } from "react";
import { type CountryNames, loadCountryNames, ownCountryNames } from "#kit/i18n/country-names.ts";
import { pageLanguage } from "../language.ts";

const codeItself: CountryNames = code => code;

/** Names of countries in the page's language; their codes until they are loaded. */
export function useCountryNames(): CountryNames {
  const language = pageLanguage();
  const [names, setNames] = useState<CountryNames>(() => ownCountryNames(language) ?? codeItself);
  useEffect(() => {
    if (names === codeItself) void loadCountryNames(language).then(loaded => setNames(() => loaded));
  }, [language, names]);
  return names;
}
