import { hash } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { deleteKnownBrowsers, isKnownBrowser, putKnownBrowser, sweepKnownBrowsers } from "./browser-store.ts";
import type { Contact } from "./contact.ts";
import { newSecret } from "./secret-of.ts";

/** What is needed of a call to know its browser. */
export type FromBrowser = Pick<Call, "cookies" | "setHeader">;

/** Browsers, told apart by a random cookie of the API host. */
export interface Browsers {
  /** SHA-256 of the browser's cookie; undefined for one that has none yet. */
  of(call: FromBrowser): Buffer | undefined;
  /** The same; gives the browser a cookie when it has none. */
  identify(call: FromBrowser): Buffer;
  /** The browser has opened a session of the player. `isNew`: for the first time. */
  remember(tx: Tx, call: FromBrowser, player: PlayerId): Promise<{ readonly isNew: boolean }>;
  /** Whether the player who has this contact has opened a session in the browser. */
  isKnown(db: Queryable, call: FromBrowser, contact: Contact): Promise<boolean>;
  forget(tx: Tx, player: PlayerId): Promise<void>;
  sweep(db: Queryable): Promise<void>;
}

/** A browser keeps its cookie, and an account its browser, for so long without a login. */
const lifeMs = 365 * 86_400_000;
/** Browsers kept of one player. */
const mostKnown = 20;
const wellFormed = /^[\w-]{43}$/;

export function createBrowsers(host: Host): Browsers {
  const cookie = hostCookie("browser", host.config.ALLOW_INSECURE_COOKIES);
  /** The secret a call without a cookie was given: one, however often it is asked for. */
  const given = new WeakMap<object, Buffer>();

  function of(call: FromBrowser): Buffer | undefined {
    const secret = cookie.read(call.cookies);
    return secret !== undefined && wellFormed.test(secret) ? hash("sha256", secret, "buffer") : given.get(call);
  }
  function identify(call: FromBrowser): Buffer {
    const known = of(call);
    if (known) return known;
    const { secret, hash: hashed } = newSecret(host.random);
    call.setHeader("set-cookie", cookie.set(secret, lifeMs / 1000));
    given.set(call, hashed);
    return hashed;
  }
  return {
    of,
    identify,
    remember: (tx, call, player) =>
      putKnownBrowser(tx, player, identify(call), { most: mostKnown, now: new Date(host.clock.now()) }),
    isKnown: (db, call, contact) => isKnownBrowser(db, contact, of(call) ?? noBrowser),
    forget: deleteKnownBrowsers,
    sweep: db => sweepKnownBrowsers(db, new Date(host.clock.now() - lifeMs)),
  };
}

const noBrowser = Buffer.alloc(32);
