import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId } from "#kit/std/brand.ts";

const label = "offers by e-mail";

/** Names a player in a mail to them, so that its link works without signing in. It does not expire: mails are kept for years. */
export function createUnsubscribeTokens(host: Pick<Host, "config" | "random">) {
  // Not stored, so that it cannot be sealed again: it stays under SECRET_KEY when the seal key changes.
  const { SECRET_KEY } = host.config;
  const seal = createSecretSeal({ config: { SECRET_KEY }, random: host.random }, "fairhouse unsubscribe");
  return {
    of: (player: PlayerId): string => Buffer.from(seal.seal(Buffer.from(player), label)).toString("base64url"),
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
