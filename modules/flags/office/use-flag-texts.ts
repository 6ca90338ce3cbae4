import { plainDateFormat } from "#kit/i18n/format.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { everywhere, type FlagValue } from "../shared/flag.ts";

/** Flags, their places and values in the page's language. */
export interface FlagTexts {
  name(flag: string): string;
  about(flag: string): string;
  place(region: string): string;
  /** Null: the default. */
  value(value: FlagValue | null): string;
  /** Date and minute, UTC; a dash where there is no end. */
  until(at: string | null): string;
}

export function useFlagTexts(): FlagTexts {
  const { t } = useTranslation("office");
  const countryName = useCountryNames();
  const keyOf = (flag: string) => flag.replace(".", "_");
  return {
    name: flag => t.find(`flags.names.${keyOf(flag)}`) ?? flag,
    about: flag => t.find(`flags.texts.${keyOf(flag)}`) ?? "",
    place: region => (region === everywhere ? t("flags.everywhere") : countryName(region)),
    value(value) {
      if (value === null) return t("flags.is_default");
      if (typeof value === "number") return String(value);
      return t(value ? "flags.on" : "flags.off");
    },
    until: at => (at === null ? "—" : plainDateFormat(pageLanguage(), "moment", "UTC")(at)),
  };
}
