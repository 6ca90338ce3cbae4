import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { canonicalJson } from "#kit/std/json.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { raiseTerms } from "#modules/limits/server/index.ts";
import type { Redirects } from "#modules/redirects/server/index.ts";
import { faultOf } from "../shared/document-faults.ts";
import { contentConflict, contentInvalid, contentScheduled, contentState } from "../shared/errors.ts";
import { isFixed, languagesOf } from "../shared/kinds.ts";
import { redirectsOf } from "../shared/redirect-list.ts";
import { refuseTexts, textList } from "./own-texts.ts";
import {
  type DocumentName,
  type DocumentRow,
  insertDocument,
  insertVersion,
  lockDocument,
  type MoveRow,
  type NewVersion,
  type VersionRow,
  versionsOf,
  writeLive,
  writeVersionState,
} from "./store.ts";

export interface ChangeNeeds {
  readonly host: Pick<Host, "clock">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  readonly redirects: Pick<Redirects, "allows" | "replace">;
  /** After the commit, every process reloads the documents that are shown. */
  changed(tx: Tx): Promise<void>;
}

/** A document in its current state, locked. */
export interface Locked {
  readonly document: DocumentRow;
  /** Newest first. */
  readonly versions: readonly VersionRow[];
}

export async function lockVersions(tx: Tx, name: DocumentName): Promise<Locked> {
  const document = (await lockDocument(tx, name)) ?? fail(notFound);
  return { document, versions: await versionsOf(tx, name) };
}

export type Draft = Pick<NewVersion, "bodies" | "placement" | "endsAt" | "material" | "summary"> & {
  /** The newest version when the author began; 0 for a new document. */
  readonly basedOn: number;
};

/**
 * DRAFTED: the next version of a document, or version 1 of a new promo page or banner. Fails with `content_invalid`,
 * `content_version_conflict`, `not_found`.
 */
export async function draftVersion(
  { host, redirects }: Pick<ChangeNeeds, "host" | "redirects">,
  tx: Tx,
  name: DocumentName,
  draft: Draft,
  author: string,
): Promise<NewVersion> {
  refuseFaults(name, draft);
  refuseHosts(redirects, name, draft.bodies);
  if (name.kind === textList.kind) refuseTexts(draft.bodies);
  if (!isFixed(name.kind) && draft.basedOn === 0) await insertDocument(tx, name);
  const { versions } = await lockVersions(tx, name);
  const newest = versions[0]?.version ?? 0;
  if (draft.basedOn !== newest) fail(contentConflict, { data: { newest } });
  const { basedOn: _, ...content } = draft;
  const version: NewVersion = {
    ...name,
    ...content,
    version: newest + 1,
    hash: hashOf(draft),
    author,
    createdAt: new Date(host.clock.now()),
  };
  await insertVersion(tx, version);
  return version;
}

function refuseFaults(name: DocumentName, { bodies, placement, endsAt, material }: Draft): void {
  const { kind } = name;
  const languages = languagesOf(kind);
  for (const locale of languages) {
    const fault = faultOf(name, bodies[locale] ?? "");
    if (fault) fail(contentInvalid, { data: { locale, ...fault } });
  }
  const errors = {
    ...(Object.keys(bodies).length !== languages.length && { bodies: ["value_invalid"] }),
    ...((placement !== null) !== (kind === "banner") && { placement: ["value_invalid"] }),
    ...(endsAt !== null && isFixed(kind) && { ends_at: ["value_invalid"] }),
    ...(material && kind !== "policy" && { material: ["value_invalid"] }),
  };
  if (Object.keys(errors).length > 0) fail(validationFailed, { errors });
}

/** Redirects leave the site only to hosts that the installation allows. */
function refuseHosts({ allows }: ChangeNeeds["redirects"], { kind }: DocumentName, bodies: Draft["bodies"]): void {
  if (kind !== "redirects") return;
  const unlisted = redirectsOf(bodies.en ?? "").find(({ target }) => !allows(target));
  if (unlisted) fail(contentInvalid, { data: { locale: "en", fault: "host_unlisted", line: unlisted.line } });
}

/** What players accept and operators approve: the texts of every language, and where and how long they are shown. */
export function hashOf({ bodies, placement, endsAt }: Pick<Draft, "bodies" | "placement" | "endsAt">): Uint8Array {
  return hash("sha256", canonicalJson({ bodies, placement, ends_at: endsAt?.toISOString() ?? null }), "buffer");
}

/** The draft with this number, if it can be released. Fails with `not_found`, `content_state`, `content_scheduled_already`. */
export function draftIn({ versions }: Locked, number: number): VersionRow {
  const version = versions.find(each => each.version === number) ?? fail(notFound);
  const isSuperseded = versions.some(each => each.version > number && each.state === "published");
  if (version.state !== "draft" || isSuperseded) fail(contentState, { data: { state: version.state } });
  const scheduled = versions.find(({ state }) => state === "scheduled");
  if (scheduled) fail(contentScheduled, { data: { version: scheduled.version } });
  return version;
}

/** Released: shown now, or from a later time. */
export async function release(
  needs: ChangeNeeds,
  tx: Tx,
  { document }: Locked,
  version: VersionRow,
  given: { readonly at: Date | null; readonly by: string },
): Promise<"published" | "scheduled"> {
  const { at, by } = given;
  if (at === null || at.getTime() <= needs.host.clock.now()) {
    await goLive(needs, tx, document, version, { how: "published", by });
    return "published";
  }
  await writeVersionState(tx, version, { state: "scheduled", publishAt: at, publishedAt: null, releasedBy: by });
  return "scheduled";
}

/**
 * PUBLISHED: all languages at once. The pointer moves and every process reloads it. If a later version has become required,
 * players are asked to accept it before their next stake.
 */
export async function goLive(
  needs: ChangeNeeds,
  tx: Tx,
  document: DocumentRow,
  version: VersionRow,
  { how, by }: Pick<MoveRow, "how" | "by">,
): Promise<void> {
  const at = new Date(needs.host.clock.now());
  if (version.publishedAt === null) {
    const { publishAt } = version;
    const releasedBy = version.releasedBy ?? by;
    await writeVersionState(tx, version, { state: "published", publishAt, publishedAt: at, releasedBy });
  }
  const required = await writeLive(tx, document, { to: version.version, how, by, at });
  if (version.kind === "redirects") await needs.redirects.replace(tx, redirectsOf(version.bodies.en ?? ""));
  if ((required ?? 0) > (document.required ?? 0)) await raiseTerms(tx);
  await needs.changed(tx);
}

/** Fails with `not_found`, `content_state`. */
export async function withdrawVersion(tx: Tx, name: DocumentName, number: number): Promise<VersionRow> {
  const { versions } = await lockVersions(tx, name);
  const version = versions.find(each => each.version === number) ?? fail(notFound);
  const { state, publishAt, releasedBy } = version;
  if (state !== "draft" && state !== "scheduled") fail(contentState, { data: { state } });
  await writeVersionState(tx, version, { state: "withdrawn", publishAt, publishedAt: null, releasedBy });
  return version;
}

/** ROLLED BACK: an earlier published version is shown again. Fails with `not_found`, `content_state`. */
export async function restoreVersion(
  needs: ChangeNeeds,
  tx: Tx,
  name: DocumentName,
  number: number,
  by: string,
): Promise<{ readonly from: number | null; readonly version: VersionRow }> {
  const { document, versions } = await lockVersions(tx, name);
  const version = versions.find(each => each.version === number) ?? fail(notFound);
  if (version.state !== "published" || document.live === number)
    fail(contentState, { data: { state: document.live === number ? "live" : version.state } });
  await goLive(needs, tx, document, version, { how: "rolled_back", by });
  return { from: document.live, version };
}

/** UNPUBLISHED: a promo page or banner is no longer shown. Fails with `not_found`, `content_state`. */
export async function takeDown(needs: ChangeNeeds, tx: Tx, name: DocumentName, by: string): Promise<number> {
  const { document } = await lockVersions(tx, name);
  const { live } = document;
  if (live === null || isFixed(name.kind))
    return fail(contentState, { data: { state: live === null ? "down" : "live" } });
  await writeLive(tx, name, { to: null, how: "taken_down", by, at: new Date(needs.host.clock.now()) });
  await needs.changed(tx);
  return live;
}
