import type { Host } from "#kit/host/host.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { templateNames, templateTexts } from "#modules/messages/server/index.ts";
import type { Redirects } from "#modules/redirects/server/index.ts";
import { keyOfTemplate, textOfMessage } from "../shared/message-text.ts";
import { textOfRedirects } from "../shared/redirect-list.ts";
import { hashOf } from "./change-document.ts";
import {
  type Bodies,
  type DocumentName,
  insertReleasedTexts,
  lockReleasedTexts,
  type ReleasedText,
  releasedTexts,
} from "./store.ts";

/** Who wrote the texts of a release. */
const author = "Fairhouse";
export const redirectList: DocumentName = { kind: "redirects", key: "redirects" };

interface Needs {
  readonly host: Pick<Host, "db" | "clock">;
  readonly redirects: Pick<Redirects, "read">;
}

/**
 * Texts of this release that are not versions yet become versions. They are shown where operators have written nothing; where they
 * have, such a version is a draft. A text that was a version once is not written again: releases of two versions may run at the same time.
 */
export async function publishReleasedTexts({ host, redirects }: Needs): Promise<void> {
  const ownTexts = templateNames.map(name => textOf(keyOfTemplate(name), locale => templateTexts(locale, name)));
  const isWritten = (known: Known) => (text: Text) => known.some(each => isSame(each, text) && isHash(each, text));
  const before = await releasedTexts(host.db);
  if (before.some(({ kind }) => kind === redirectList.kind) && ownTexts.every(isWritten(before))) return;
  await host.db.tx(async tx => {
    await lockReleasedTexts(tx);
    const known = await releasedTexts(tx);
    const list = { ...redirectList, bodies: { en: textOfRedirects(await redirects.read(tx)) } };
    const texts = ownTexts.filter(text => !isWritten(known)(text));
    const missing = known.some(each => isSame(each, redirectList)) ? texts : [...texts, withHash(list)];
    await insertReleasedTexts(
      tx,
      missing.map(text => nextVersion(known, text)),
      { author, at: new Date(host.clock.now()) },
    );
  });
}

type Known = Awaited<ReturnType<typeof releasedTexts>>;
type Text = DocumentName & Pick<ReleasedText, "bodies" | "hash">;

const isSame = (a: DocumentName, b: DocumentName) => a.kind === b.kind && a.key === b.key;
const isHash = (a: Pick<ReleasedText, "hash">, b: Pick<ReleasedText, "hash">) => Buffer.compare(a.hash, b.hash) === 0;

function textOf(key: string, texts: (locale: Locale) => Parameters<typeof textOfMessage>[0]): Text {
  const bodies = Object.fromEntries(locales.map(locale => [locale, textOfMessage(texts(locale))]));
  return withHash({ kind: "template", key, bodies });
}

function withHash(text: DocumentName & { readonly bodies: Bodies }): Text {
  return { ...text, hash: hashOf({ bodies: text.bodies, placement: null, endsAt: null }) };
}

function nextVersion(known: Known, text: Text): ReleasedText {
  const versions = known.filter(each => isSame(each, text));
  return {
    ...text,
    version: Math.max(0, ...versions.map(({ version }) => version)) + 1,
    isShown: versions.every(each => each.author === author),
  };
}
