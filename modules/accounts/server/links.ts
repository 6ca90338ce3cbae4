import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { mainHostname, originOf } from "#kit/http/hosts.ts";
import { localePath } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import { pauseBefore, recordSends, resendMs } from "./code-caps.ts";
import type { Contact } from "./contact.ts";
import { holderOf } from "./contact-store.ts";
import { insertLink, type Link, type LinkPurpose, readLink, takeLink } from "./login-store.ts";
import { newSecret } from "./secret-of.ts";
import { tokenHash } from "./secrets.ts";

/** Links in messages, and the tokens that a right code is exchanged for: 32 random bytes, one use. */
export interface Links {
  /** A new secret that proves the contact; a row is written only for a real player. */
  issue(tx: Tx, purpose: LinkPurpose, contact: Pick<Contact, "kind" | "key">, player: PlayerId | null): Promise<string>;
  /** Mails a login link if an account has the address. Fails with `too_many_codes`. @returns seconds until the next one */
  mailLogin(tx: Tx, contact: Contact, call: Asking & Pick<Call, "ip">): Promise<number>;
  /** The subject of a secret, while the player still has that contact. */
  read(db: Queryable, purpose: LinkPurpose, secret: string): Promise<Link | undefined>;
  /** Reads the subject of a secret, and uses the secret up. */
  take(tx: Tx, purpose: LinkPurpose, secret: string): Promise<Link | undefined>;
  /** A URL of the site, in the caller's language and on the caller's host. */
  address(call: Asking, path: string): string;
}

type Asking = Pick<Call, "hostname" | "locale">;

const lifeMs = { login: 15 * 60_000, restore: 30 * 60_000 };

/** `isMirror`: a host name without port; any other host leads to the main host. */
export function createLinks(host: Host, messages: Messages, isMirror: (hostname: string) => boolean): Links {
  const now = () => new Date(host.clock.now());

  async function stillOwned(db: Queryable, link: Link | undefined): Promise<Link | undefined> {
    if (!link) return undefined;
    const holder = await holderOf(db, { kind: link.kind, key: link.contactKey });
    return holder?.id === link.player ? link : undefined;
  }

  const links: Links = {
    async issue(tx, purpose, contact, player) {
      const { secret, hash } = newSecret(host.random);
      const expiresAt = new Date(host.clock.now() + lifeMs[purpose]);
      const { kind, key: contactKey } = contact;
      if (player) await insertLink(tx, hash, { player, purpose, kind, contactKey }, expiresAt);
      return secret;
    },
    async mailLogin(tx, contact, call) {
      const asked = { contact, ip: call.ip, purpose: "login_link", factor: host.config.RATE_LIMIT_FACTOR };
      const allowed = await pauseBefore(tx, asked, now(), false);
      if (allowed.kind === "pause") return allowed.seconds;
      const holder = await holderOf(tx, contact);
      const secret = await links.issue(tx, "login", contact, holder?.id ?? null);
      await recordSends(tx, allowed, asked.purpose, now());
      const post = holder ? messages.send : messages.pretend;
      await post(tx, {
        channel: "email",
        to: holder?.address ?? contact.address,
        locale: call.locale,
        template: "login_link",
        values: { link: links.address(call, `/login/${secret}`) },
        until: new Date(host.clock.now() + lifeMs.login),
      });
      return resendMs / 1000;
    },
    read: async (db, purpose, secret) => stillOwned(db, await readLink(db, tokenHash(secret), purpose, now())),
    take: async (tx, purpose, secret) => stillOwned(tx, await takeLink(tx, tokenHash(secret), purpose, now())),
    address({ hostname, locale }, path) {
      const site = hostname.replace(/^api\./, "");
      return originOf(host.config, isMirror(site) ? site : mainHostname(host.config)) + localePath(locale, path);
    },
  };
  return links;
}
