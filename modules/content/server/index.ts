import { fileURLToPath } from "node:url";
import { cachedTable } from "#kit/db/cached-table.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { defaultLocale, type Locale } from "#kit/i18n/locale.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Geo } from "#modules/geo/server/index.ts";
import type { Limits } from "#modules/limits/server/index.ts";
import type { Messages, TemplateTexts } from "#modules/messages/server/index.ts";
import type { Redirects } from "#modules/redirects/server/index.ts";
import manifest from "../module.ts";
import { faultOf } from "../shared/document-faults.ts";
import { topicsOf } from "../shared/documents.ts";
import { contentErrors } from "../shared/errors.ts";
import { plainOf } from "../shared/markdown.ts";
import { keyOfTemplate, messageOf } from "../shared/message-text.ts";
import { acceptAtRegistration, acceptanceHandlers, acceptancesOf, playersToAsk } from "./acceptances.ts";
import type { ChangeNeeds } from "./change-document.ts";
import { createSiteTextChanges, type SiteTextChanges } from "./own-texts.ts";
import { createPreviewLinks, type PreviewLinks } from "./preview-links.ts";
import { publishDue, registerRelease } from "./release-version.ts";
import { publishReleasedTexts } from "./released-texts.ts";
import { liveOf, showHandlers, textIn } from "./show-document.ts";
import { liveVersions, type VersionRow } from "./store.ts";

export { type Draft, draftVersion, restoreVersion, takeDown, withdrawVersion } from "./change-document.ts";
export { changeRedirects } from "./change-redirects.ts";
export { faultOfLine, type SiteTextChanges, sourceOf, textList } from "./own-texts.ts";
export { previewLifeMs } from "./preview-links.ts";
export { releaseRequest, releaseVersion, subjectOf } from "./release-version.ts";
export {
  ahead,
  allDocuments,
  type DocumentName,
  documentNamed,
  firstLines,
  movesOf,
  type VersionRow,
  versionNumbered,
  versionsOf,
} from "./store.ts";

/** A question of the FAQ. */
export interface FaqArticle {
  readonly topic: string;
  readonly question: string;
  readonly answer: string;
}

export interface Content extends ServerModule {
  /** The questions that the site shows now: the same array until they change. */
  faq(locale: Locale): readonly FaqArticle[];
  /** Texts of the site that operators have changed. */
  readonly siteTexts: SiteTextChanges;
  /** For the back office. */
  readonly office: OfficeContentNeeds;
}

export interface OfficeContentNeeds extends ChangeNeeds {
  readonly host: Host;
  readonly previews: PreviewLinks;
  readonly messages: Pick<Messages, "send">;
}

interface Needs {
  readonly accounts: Pick<Accounts, "onRegister">;
  readonly limits: Pick<Limits, "askTerms">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  readonly geo: Pick<Geo, "countryOf">;
  readonly messages: Pick<Messages, "knowTexts" | "send">;
  readonly redirects: Pick<Redirects, "allows" | "read" | "replace">;
}

/** Texts of the site that operators publish. */
export function createContent(host: Host, ports: Needs): Content {
  const { accounts, limits, approvals, audit, messages, redirects, geo } = ports;
  const live = cachedTable(host, "content", liveVersions);
  const previews = createPreviewLinks(host.config);
  const needs = { host, approvals, audit, previews, messages, redirects, changed: live.changed };
  const shown = { host, previews, live: () => live.all, countryOf: geo.countryOf };
  registerRelease(needs);
  messages.knowTexts(publishedTexts(() => live.all));
  limits.askTerms(playersToAsk);
  accounts.onRegister((tx, player, _source, { locale }) =>
    acceptAtRegistration(tx, { player, locale: locale ?? defaultLocale, at: new Date(host.clock.now()) }),
  );
  const articles = new WeakMap<VersionRow, Map<Locale, readonly FaqArticle[]>>();

  return {
    manifest,
    office: needs,
    siteTexts: createSiteTextChanges(shown),
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: contentErrors,
    handlers: [...showHandlers(shown), ...acceptanceHandlers(host)],
    personalData: async player => ({ accepted_policies: await acceptancesOf(host.db, player) }),
    jobs: [{ name: "content-publish", cron: "* * * * *", run: () => publishDue(needs) }],
    async start() {
      await publishReleasedTexts({ host, redirects });
      await live.start();
    },
    async stop() {
      live.stop();
    },
    faq(locale) {
      const row = liveOf(shown, { kind: "faq", key: "faq" });
      if (!row) return [];
      const known = articles.get(row) ?? new Map<Locale, readonly FaqArticle[]>();
      articles.set(row, known);
      const found = known.get(locale) ?? articlesOf(textIn(row, locale).text);
      known.set(locale, found);
      return found;
    },
  };
}

/** The published text of a message; none where it does not fit what this release says with it. */
function publishedTexts(live: () => readonly VersionRow[]): Parameters<Messages["knowTexts"]>[0] {
  const known = new WeakMap<VersionRow, Map<Locale, TemplateTexts | undefined>>();
  return (locale, name) => {
    const key = keyOfTemplate(name);
    const row = live().find(each => each.kind === "template" && each.key === key);
    if (!row) return undefined;
    const texts = known.get(row) ?? new Map<Locale, TemplateTexts | undefined>();
    known.set(row, texts);
    if (!texts.has(locale)) {
      const { text } = textIn(row, locale);
      texts.set(locale, faultOf(row, text) ? undefined : messageOf(text));
    }
    return texts.get(locale);
  };
}

function articlesOf(text: string): readonly FaqArticle[] {
  return topicsOf(text).flatMap(({ id, questions }) =>
    questions.map(({ title, blocks }) => ({ topic: id, question: title, answer: plainOf(blocks) })),
  );
}
