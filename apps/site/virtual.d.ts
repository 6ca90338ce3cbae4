/** Texts of every page, by language. See joint-texts.ts. */
declare module "virtual:frame-texts" {
  import type { Locale } from "#kit/i18n/locale.ts";
  import type { Texts } from "#kit/i18n/translate.ts";

  const load: Readonly<Record<Locale, () => Promise<{ readonly default: Readonly<Record<string, Texts>> }>>>;
  export default load;
}

/** Texts of the sign-in dialog, by language. See joint-texts.ts. */
declare module "virtual:sign-in-texts" {
  import type { Locale } from "#kit/i18n/locale.ts";
  import type { Texts } from "#kit/i18n/translate.ts";

  const load: Readonly<Record<Locale, () => Promise<{ readonly default: Readonly<Record<string, Texts>> }>>>;
  export default load;
}
