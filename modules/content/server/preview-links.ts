import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Config } from "#kit/host/config.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { DocumentName } from "./store.ts";

/** Codes that show one version of a document on its page before it is published. */
export interface PreviewLinks {
  make(document: DocumentName, version: number, now: number): string;
  /** The version that this code shows; undefined for a wrong or expired one. */
  open(document: DocumentName, code: string, now: number): number | undefined;
}

export const previewLifeMs = 15 * 60_000;
const pattern = /^(\d{1,9})\.(\d{10})\.([0-9a-f]{32})$/;

export function createPreviewLinks({ SECRET_KEY }: Pick<Config, "SECRET_KEY">): PreviewLinks {
  const root = required(parseHex(SECRET_KEY), "SECRET_KEY is not hexadecimal");
  const key = new Uint8Array(hkdfSync("sha256", root, new Uint8Array(0), "fairhouse content previews", 32));
  const macOf = ({ kind, key: name }: DocumentName, version: string, until: string) =>
    createHmac("sha256", key).update(`${kind} ${name} ${version} ${until}`).digest("hex").slice(0, 32);
  return {
    make(document, version, now) {
      const until = `${Math.floor((now + previewLifeMs) / 1000)}`;
      return `${version}.${until}.${macOf(document, `${version}`, until)}`;
    },
    open(document, code, now) {
      const [, version, until, mac] = pattern.exec(code) ?? [];
      if (version === undefined || until === undefined || mac === undefined) return undefined;
      const isOwn = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(document, version, until)));
      return isOwn && Number(until) * 1000 > now ? Number(version) : undefined;
    },
  };
}
