import * as z from "zod/mini";
import type { Db, Tx } from "#kit/db/db.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { Json } from "#kit/std/json.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { systemActor } from "#modules/audit/server/index.ts";
import { kinds } from "../shared/kinds.ts";
import { type ChangeNeeds, draftIn, goLive, lockVersions, release } from "./change-document.ts";
import { type DocumentName, documentNamed, dueDocuments, type VersionRow, versionNumbered } from "./store.ts";

export const releaseRequest = "content.release";
export const subjectOf = ({ kind, key }: DocumentName) => `content:${kind}/${key}`;

const payload = z.object({ document: z.string(), version: z.int(), at: z.nullable(z.string()) });

function releaseOf(given: unknown) {
  const { document, version, at } = z.parse(payload, given);
  const [kind, key = ""] = document.split("/");
  return { name: { kind: z.parse(z.enum(kinds), kind), key }, number: version, at };
}

/** A version that players have to accept is released by a second operator. */
export function registerRelease(needs: ChangeNeeds): void {
  needs.approvals.register({
    kind: releaseRequest,
    permission: "rules.write",
    reads: "content.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const { name, number } = releaseOf(payload);
      const [document, version] = await Promise.all([documentNamed(on, name), versionNumbered(on, name, number)]);
      return `${version && toHex(version.hash)} ${version?.state} ${document?.live}`;
    },
    async run(tx, request, by) {
      const { name, number, at } = releaseOf(request.payload);
      const locked = await lockVersions(tx, name);
      const version = draftIn(locked, number);
      const state = await release(needs, tx, locked, version, { at: at === null ? null : new Date(at), by: by.name });
      await needs.audit.record(tx, by, {
        action: state === "scheduled" ? "content.schedule" : "content.publish",
        subject: subjectOf(name),
        reason: request.reason,
        after: { ...factsOf(version, at), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

interface Release extends DocumentName {
  readonly version: number;
  readonly at: Date | null;
  readonly reason: string;
}

/** Releases a draft, or asks for it. Fails with `not_found`, `content_state`, `content_scheduled_already`. */
export async function releaseVersion(
  needs: ChangeNeeds,
  tx: Tx,
  { reason, at, version: number, ...name }: Release,
  by: Asker,
): Promise<{
  readonly version: VersionRow;
  readonly state: "published" | "scheduled" | "asked";
  readonly request: AskedRequest | null;
  readonly payload: Readonly<Record<string, Json>>;
}> {
  const locked = await lockVersions(tx, name);
  const version = draftIn(locked, number);
  const payload = factsOf(version, at?.toISOString() ?? null);
  if (!version.material) {
    const state = await release(needs, tx, locked, version, { at, by: by.name });
    return { version, state, request: null, payload };
  }
  const content = { kind: releaseRequest, subject: subjectOf(name), payload, reason };
  return { version, state: "asked", request: await needs.approvals.ask(tx, content, by), payload };
}

function factsOf(version: VersionRow, at: string | null): Readonly<Record<string, Json>> {
  const { kind, key, version: number, material, summary, author } = version;
  return { document: `${kind}/${key}`, version: number, hash: toHex(version.hash), material, summary, author, at };
}

/** Publishes what is scheduled and due, each document in a transaction of its own. */
export async function publishDue(needs: ChangeNeeds & { readonly host: { readonly db: Db } }): Promise<void> {
  const { host, audit } = needs;
  const now = () => new Date(host.clock.now());
  for (const name of await dueDocuments(host.db, now()))
    await host.db.tx(async tx => {
      const { document, versions } = await lockVersions(tx, name);
      const version = versions.find(
        ({ state, publishAt }) =>
          state === "scheduled" && publishAt !== null && publishAt.getTime() <= host.clock.now(),
      );
      if (!version) return;
      const by = version.releasedBy ?? version.author;
      await goLive(needs, tx, document, version, { how: "scheduled", by });
      const after = factsOf(version, version.publishAt?.toISOString() ?? null);
      await audit.record(tx, systemActor("Fairhouse"), { action: "content.publish", subject: subjectOf(name), after });
    });
}
