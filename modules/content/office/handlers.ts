import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { mainHostname, originOf } from "#kit/http/hosts.ts";
import { type Locale, localePath, locales } from "#kit/i18n/locale.ts";
import { toHex } from "#kit/std/bytes.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import {
  ahead,
  allDocuments,
  type Content,
  type DocumentName,
  documentNamed,
  draftVersion,
  firstLines,
  movesOf,
  type OfficeContentNeeds,
  releaseRequest,
  releaseVersion,
  restoreVersion,
  subjectOf,
  takeDown,
  type VersionRow,
  versionNumbered,
  versionsOf,
  withdrawVersion,
} from "#modules/content/server/index.ts";
import { contentState } from "#modules/content/shared/errors.ts";
import { messageOf, templateOfKey } from "#modules/content/shared/message-text.ts";
import { messageViewOf } from "#modules/messages/office/handlers.ts";
import { exampleValues, previewOf } from "#modules/messages/server/index.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import * as contract from "./contract.ts";
import { siteTextHandlers } from "./texts-handlers.ts";

/** Texts of the site, for operators. The audit log has the hash of what was written, never the text. */
export function contentHandlers({ content: { office }, operators }: ContentNeeds): readonly Handler[] {
  return [
    ...readHandlers(office),
    ...changeHandlers(office),
    ...pointerHandlers(office),
    testHandler(office, operators),
    ...siteTextHandlers(office),
  ];
}

interface ContentNeeds {
  readonly content: Pick<Content, "office">;
  readonly operators: Pick<Operators, "active">;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;
const numberOf = ({ version }: { readonly version: string }) => Number(version);

function readHandlers(needs: OfficeContentNeeds): readonly Handler[] {
  const { db } = needs.host;
  return [
    handle(contract.readContent, async ({ locale }) => {
      const [documents, next, lines] = await Promise.all([allDocuments(db), ahead(db), firstLines(db, locale)]);
      return {
        data: documents.map(({ kind, key, live, liveSince }) => {
          const own = next.find(each => each.kind === kind && each.key === key);
          return {
            kind,
            key,
            title: lines.find(each => each.kind === kind && each.key === key)?.line.replace(/^#\s+/, "") ?? key,
            live,
            live_since: iso(liveSince),
            newest: own?.newest ?? 0,
            publish_at: iso(own?.publishAt ?? null),
          };
        }),
      };
    }),
    handle(contract.readDocument, async ({ input: { params } }) => {
      const { kind, key, live, required, liveSince } = (await documentNamed(db, params)) ?? fail(notFound);
      const [versions, moves] = await Promise.all([versionsOf(db, params), movesOf(db, params)]);
      return {
        data: {
          kind,
          key,
          live,
          required,
          live_since: iso(liveSince),
          versions: versions.map(versionView),
          moves: moves.map(({ at, ...move }) => ({ ...move, at: at.toISOString() })),
        },
      };
    }),
    handle(contract.readVersion, async ({ input: { params } }) => {
      const row = (await versionNumbered(db, params, numberOf(params))) ?? fail(notFound);
      const { bodies, placement } = row;
      const previews = previewsOf(needs, row);
      return { data: { ...versionView(row), bodies, placement, previews, message: messageOfVersion(row) } };
    }),
  ];
}

function changeHandlers(needs: OfficeContentNeeds): readonly Handler[] {
  const { host } = needs;
  return [
    act(host, contract.draftContent, async (tx, { operator, input: { params, body } }) => {
      const { based_on: basedOn, ends_at, summary, ...content } = body;
      const endsAt = ends_at === null ? null : new Date(ends_at);
      const row = await draftVersion(needs, tx, params, { ...content, basedOn, endsAt, summary }, operator.name);
      const after = { version: row.version, hash: toHex(row.hash), material: row.material };
      return {
        answer: { data: { version: row.version } },
        auditAction: { action: "content.draft", subject: subjectOf(params), reason: summary, after },
      };
    }),
    act(host, contract.releaseContent, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const at = body.at === null ? null : new Date(body.at);
      const asked = { kind: params.kind, key: params.key, version: numberOf(params), at, reason };
      const { state, request, payload } = await releaseVersion(needs, tx, asked, operator);
      const answer = { data: { state, request: request?.id ?? null, expires_at: iso(request?.expiresAt ?? null) } };
      const subject = subjectOf(params);
      if (!request) {
        const action = state === "scheduled" ? ("content.schedule" as const) : ("content.publish" as const);
        return { answer, auditAction: { action, subject, reason, after: payload } };
      }
      const after = { kind: releaseRequest, subject, payload };
      return { answer, auditAction: requestAction(request, reason, after) };
    }),
    act(host, contract.withdrawContent, async (tx, { input: { params, body } }) => {
      const { version, state } = await withdrawVersion(tx, params, numberOf(params));
      const before = { version, state };
      return {
        answer: undefined,
        auditAction: { action: "content.withdraw", subject: subjectOf(params), reason: body.reason, before },
      };
    }),
  ];
}

function pointerHandlers(needs: OfficeContentNeeds): readonly Handler[] {
  const { host } = needs;
  return [
    act(host, contract.restoreContent, async (tx, { operator, input: { params, body } }) => {
      const { from, version } = await restoreVersion(needs, tx, params, numberOf(params), operator.name);
      const after = { live: version.version, hash: toHex(version.hash) };
      const action = { action: "content.restore", subject: subjectOf(params), reason: body.reason } as const;
      return { answer: undefined, auditAction: { ...action, before: { live: from }, after } };
    }),
    act(host, contract.takeDownContent, async (tx, { operator, input: { params, body } }) => {
      const live = await takeDown(needs, tx, params, operator.name);
      const action = { action: "content.take_down", subject: subjectOf(params), reason: body.reason } as const;
      return { answer: undefined, auditAction: { ...action, before: { live }, after: { live: null } } };
    }),
  ];
}

/** Sends a version of a message to the operator's own email address. */
function testHandler({ host, messages }: OfficeContentNeeds, operators: ContentNeeds["operators"]): Handler {
  return act(host, contract.testMessage, async (tx, { operator, input: { params, body } }) => {
    const row = (await versionNumbered(tx, params, numberOf(params))) ?? fail(notFound);
    const template = templateOfKey(row.key);
    if (row.kind !== "template" || !template || row.state === "withdrawn")
      fail(contentState, { data: { state: row.state } });
    const recipient = (await operators.active(tx)).find(({ id }) => id === operator.id) ?? fail(notFound);
    const { language: locale } = body;
    const texts = messageOf(row.bodies[locale] ?? fail(notFound));
    await messages.send(tx, {
      channel: "email",
      to: recipient.email,
      template,
      locale,
      values: exampleValues(template),
      texts,
    });
    const after = { version: row.version, language: locale, hash: toHex(row.hash) };
    return { answer: undefined, auditAction: { action: "content.test", subject: subjectOf(params), after } };
  });
}

/** A message in each language, with example values. */
function messageOfVersion({ kind, key, bodies }: VersionRow) {
  const name = templateOfKey(key);
  if (kind !== "template" || !name) return null;
  const views = locales
    .filter(locale => bodies[locale] !== undefined)
    .map(locale => [locale, messageViewOf(previewOf(locale, name, messageOf(bodies[locale] ?? "")))]);
  return Object.fromEntries(views) as Partial<Record<Locale, ReturnType<typeof messageViewOf>>>;
}

function versionView(row: VersionRow): contract.VersionView {
  const { version, state, material, summary, author, releasedBy } = row;
  return {
    version,
    state,
    material,
    summary,
    author,
    created_at: row.createdAt.toISOString(),
    publish_at: iso(row.publishAt),
    published_at: iso(row.publishedAt),
    released_by: releasedBy,
    ends_at: iso(row.endsAt),
    hash: toHex(row.hash),
  };
}

/** Preview links of this version on the site, one for each of its languages. */
function previewsOf({ host, previews }: OfficeContentNeeds, row: VersionRow) {
  if (row.state === "withdrawn" || row.kind === "template" || row.kind === "redirects") return [];
  const code = previews.make(row, row.version, host.clock.now());
  const site = originOf(host.config, mainHostname(host.config));
  return locales
    .filter(locale => row.bodies[locale] !== undefined)
    .map(locale => ({ locale, url: `${site}${localePath(locale, pathOf(row, locale))}?${queryOf(row, code)}` }));
}

function pathOf({ kind, key, placement }: DocumentName & Pick<VersionRow, "placement">, locale: string): string {
  if (kind === "policy") return `/policy/${locale}/${key}`;
  if (kind === "promo") return `/promo/${key}`;
  if (kind === "texts") return "/";
  if (kind !== "banner") return "/faq";
  return placement?.slot === "home" ? "/" : `/${placement?.slot}`;
}

function queryOf({ kind, key }: DocumentName, code: string): string {
  if (kind === "texts") return `texts=${code}`;
  return kind === "banner" ? `banner=${key}&preview=${code}` : `preview=${code}`;
}
