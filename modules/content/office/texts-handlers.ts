import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Queryable } from "#kit/db/db.ts";
import { siteTexts } from "#kit/host/site-texts.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { defaultLocale, type Locale } from "#kit/i18n/locale.ts";
import { toHex } from "#kit/std/bytes.ts";
import { act } from "#modules/audit/server/index.ts";
import {
  documentNamed,
  draftVersion,
  faultOfLine,
  type OfficeContentNeeds,
  sourceOf,
  subjectOf,
  textList,
  type VersionRow,
  versionsOf,
} from "#modules/content/server/index.ts";
import { type TextLine, textLinesOf, textListOf } from "#modules/content/shared/text-list.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import { changeSiteTexts, readSiteTexts, type SiteTextView } from "./texts-contract.ts";

/** Texts of the site by key: the changed ones are versions of one document, released and restored as all others. */
export function siteTextHandlers(needs: OfficeContentNeeds): readonly Handler[] {
  const { host } = needs;
  return [
    handle(readSiteTexts, async ({ locale, input: { query } }) => {
      const { language = locale, q = "", which, cursor = "" } = query;
      const { newest, base, live } = await versionsNow(host.db);
      const lines = textLinesOf(base.bodies[language] ?? "");
      const found = viewsOf(language, lines)
        .filter(({ key, own, fault }) => key > cursor && isAsked({ own, fault }, which))
        .filter(view => q === "" || contains(view, q.toLowerCase()));
      const limit = rowsOf(query);
      const page = pageFrom(found.slice(0, limit + 1), limit, ({ key }) => key);
      return { data: { ...page, newest, version: base.version, live, changed: lines.length } };
    }),
    act(host, changeSiteTexts, async (tx, { operator, input: { body } }) => {
      const { language, summary, texts } = body;
      const { base } = await versionsNow(tx);
      const bodies = { ...base.bodies, [language]: changedList(base.bodies[language] ?? "", language, texts) };
      const draft = { bodies, basedOn: body.based_on, placement: null, endsAt: null, material: false, summary };
      const { version, hash } = await draftVersion(needs, tx, textList, draft, operator.name);
      const after = { version, hash: toHex(hash), language, keys: texts.map(({ key }) => key) };
      return {
        answer: { data: { version } },
        auditAction: { action: "content.draft", subject: subjectOf(textList), reason: summary, after },
      };
    }),
  ];
}

/** The newest version, and the one that the next is written from: that one, or what is shown if it was withdrawn. */
async function versionsNow(on: Queryable): Promise<{ newest: number; live: number; base: VersionRow }> {
  const [document, versions] = [await documentNamed(on, textList), await versionsOf(on, textList)];
  const live = document?.live ?? fail(notFound);
  const base = versions.find(({ state, version }) => state !== "withdrawn" || version === live) ?? fail(notFound);
  return { newest: versions[0]?.version ?? base.version, live, base };
}

/** Every text of the release, and changed ones that it does not have, by key. */
function viewsOf(language: Locale, lines: readonly TextLine[]): readonly SiteTextView[] {
  const [released, english] = [siteTexts(language), siteTexts(defaultLocale)];
  const changed = new Map(lines.map(line => [line.key, line]));
  const keys = [...new Set([...released.keys(), ...changed.keys()])].sort((a, b) => (a < b ? -1 : 1));
  return keys.map(key => {
    const line = changed.get(key);
    return {
      key,
      released: released.get(key) ?? null,
      english: english.get(key) ?? null,
      own: line?.text ?? null,
      fault: (line && faultOfLine(language, line)) ?? null,
    };
  });
}

function isAsked(
  { own, fault }: Pick<SiteTextView, "own" | "fault">,
  which: "changed" | "faulty" | undefined,
): boolean {
  if (which === undefined) return true;
  return which === "changed" ? own !== null : fault !== null;
}

const contains = ({ key, released, english, own }: SiteTextView, q: string) =>
  [key, released, english, own].some(text => text?.toLowerCase().includes(q));

/** The list with these texts in place of those that it had; each names the text of the release that it was written for. */
function changedList(
  list: string,
  language: Locale,
  texts: readonly { readonly key: string; readonly text: string | null }[],
): string {
  const lines = new Map<string, Omit<TextLine, "line">>(textLinesOf(list).map(line => [line.key, line]));
  for (const { key, text } of texts) {
    const released = siteTexts(language).get(key);
    if (text === null || text === released) lines.delete(key);
    else lines.set(key, { key, text: text.trim(), source: released === undefined ? null : sourceOf(released) });
  }
  return textListOf([...lines.values()]);
}
