import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { siteTexts } from "#kit/host/site-texts.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { contentInvalid } from "../shared/errors.ts";
import { faultOfText, type TextFault } from "../shared/text-faults.ts";
import { type TextLine, textLinesOf } from "../shared/text-list.ts";
import { liveOf, type ShowNeeds } from "./show-document.ts";
import { type Bodies, type DocumentName, type VersionRow, versionNumbered } from "./store.ts";

/** The texts of the site that operators have changed: one document, with the changed texts of every language. */
export const textList: DocumentName = { kind: "texts", key: "texts" };

/** Names a text of the release: the first eight digits of its SHA-256. */
export const sourceOf = (released: string): string => hash("sha256", released).slice(0, 8);

/** What is wrong with a line against the texts of this release. */
export function faultOfLine(locale: Locale, { key, source, text }: Omit<TextLine, "line">): TextFault | undefined {
  const released = siteTexts(locale).get(key);
  const fault = faultOfText(released, text);
  if (fault || released === undefined) return fault;
  return source !== null && source !== sourceOf(released) ? "source_changed" : undefined;
}

/** Fails with `content_invalid` for texts that do not fit this release. */
export function refuseTexts(bodies: Bodies): void {
  for (const locale of locales)
    for (const line of textLinesOf(bodies[locale] ?? "")) {
      const fault = faultOfLine(locale, line);
      if (fault) fail(contentInvalid, { data: { locale, fault, line: line.line } });
    }
}

/** Texts by namespace, with the whole path of each text as its key. */
type OwnTexts = Record<string, Record<string, string>>;

/**
 * The changed texts of a language as pages carry them: JSON, undefined for none. A text whose values or parts this release does not have is
 * left out: pages show that of the release.
 */
function carriedTexts(list: string, locale: Locale): string | undefined {
  const own: OwnTexts = {};
  for (const line of textLinesOf(list)) {
    const fault = faultOfLine(locale, line);
    if (fault !== undefined && fault !== "source_changed") continue;
    const colon = line.key.indexOf(":");
    const [name, path] = [line.key.slice(0, colon), line.key.slice(colon + 1)];
    own[name] = { ...own[name], [path]: line.text };
  }
  return Object.keys(own).length === 0 ? undefined : JSON.stringify(own);
}

/** What pages of the site ask for. */
export interface SiteTextChanges {
  /** The changed texts of a language, as they are published. */
  own(locale: Locale): string | undefined;
  /** Texts of the version that a preview link shows; the published ones if the link has expired. */
  preview(code: string, locale: Locale): Promise<string | undefined>;
}

export function createSiteTextChanges(needs: Omit<ShowNeeds, "countryOf">): SiteTextChanges {
  const known = new WeakMap<VersionRow, Map<Locale, string | undefined>>();
  function own(locale: Locale): string | undefined {
    const row = liveOf(needs, textList);
    if (!row) return undefined;
    const texts = known.get(row) ?? new Map<Locale, string | undefined>();
    known.set(row, texts);
    if (!texts.has(locale)) texts.set(locale, carriedTexts(row.bodies[locale] ?? "", locale));
    return texts.get(locale);
  }
  return {
    own,
    async preview(code, locale) {
      const { host, previews } = needs;
      const number = previews.open(textList, code, host.clock.now());
      const version = number === undefined ? undefined : await versionNumbered(host.db, textList, number);
      if (!version || version.state === "withdrawn") return own(locale);
      return carriedTexts(version.bodies[locale] ?? "", locale);
    },
  };
}
