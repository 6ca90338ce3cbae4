import type { Tx } from "#kit/db/db.ts";
import { toHex } from "#kit/std/bytes.ts";
import { systemActor } from "#modules/audit/server/index.ts";
import { type ChangeNeeds, draftIn, draftVersion, lockVersions, release } from "./change-document.ts";
import { subjectOf } from "./release-version.ts";
import { redirectList } from "./released-texts.ts";

/**
 * Publishes another list of redirects from the server's console. Fails with `content_invalid`, and with
 * `content_scheduled_already` while another version waits for its time.
 */
export async function changeRedirects(needs: ChangeNeeds, tx: Tx, change: (text: string) => string): Promise<void> {
  const { document, versions } = await lockVersions(tx, redirectList);
  const shown = versions.find(({ version }) => version === document.live);
  const draft = {
    basedOn: versions[0]?.version ?? 0,
    bodies: { en: change(shown?.bodies.en ?? "") },
    placement: null,
    endsAt: null,
    material: false,
    summary: "Changed from the server's console",
  };
  const by = "console";
  const { version, hash } = await draftVersion(needs, tx, redirectList, draft, by);
  const locked = await lockVersions(tx, redirectList);
  await release(needs, tx, locked, draftIn(locked, version), { at: null, by });
  await needs.audit.record(tx, systemActor(by), {
    action: "content.publish",
    subject: subjectOf(redirectList),
    reason: draft.summary,
    after: { version, hash: toHex(hash) },
  });
}
