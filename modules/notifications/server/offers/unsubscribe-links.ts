import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { apiOriginOf, mainHostname, originOf } from "#kit/http/hosts.ts";
import { type Locale, localePath } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";

const label = "offers by e-mail";

/**
 * Links in a mail to a player that stop offers by email without signing in: a token names the player. It does not expire: mails are read
 * years later.
 */
export function createUnsubscribeLinks({ config, random }: Pick<Host, "config" | "random">) {
  // Not stored, so that it cannot be sealed again: it stays under SECRET_KEY when the seal key changes.
  const { SECRET_KEY } = config;
  const seal = createSecretSeal({ config: { SECRET_KEY }, random }, "fairhouse unsubscribe");
  const hostname = mainHostname(config);
  const tokenOf = (player: PlayerId): string =>
    Buffer.from(seal.seal(Buffer.from(player), label)).toString("base64url");
  return {
    /** The page that asks once more. */
    page: (player: PlayerId, locale: Locale): string =>
      originOf(config, hostname) + localePath(locale, `/unsubscribe/${tokenOf(player)}`),
    /** The address that mail programs call (RFC 8058). */
    oneClick: (player: PlayerId): string => `${apiOriginOf(config, hostname)}/api/v1/unsubscribe/${tokenOf(player)}`,
    /** Fails with `not_found`. */
    read(token: string): PlayerId {
      try {
        return Buffer.from(seal.open(Buffer.from(token, "base64url"), label)).toString() as PlayerId;
      } catch {
        return fail(notFound);
      }
    },
  };
}
