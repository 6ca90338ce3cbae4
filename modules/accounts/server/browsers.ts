import { hash } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { deleteKnownBrowsers, isKnownBrowser, putKnownBrowser, sweepKnownBrowsers } from "./browser-store.ts";
import type { Contact } from "./contact.ts";
import { newSecret } from "./secret-of.ts";

/** The parts of a call that identify its browser. */
export type FromBrowser = Pick<Call, "cookies" | "setHeader">;

/** Browsers, identified by a random cookie of the API host. */
export interface Browsers {
  /** SHA-256 of the browser's cookie; undefined if it has none yet. */
  of(call: FromBrowser): Buffer | undefined;
  /** SHA-256 of the browser's cookie; sets a cookie if the browser has none. */
  identify(call: FromBrowser): Buffer;
  /** Records that the browser has opened a session of the player. `isNew`: for the first time. */
  remember(tx: Tx, call: FromBrowser, player: PlayerId): Promise<{ readonly isNew: boolean }>;
  /** Whether the player with this contact has opened a session in the browser. */
  isKnown(db: Queryable, call: FromBrowser, contact: Contact): Promise<boolean>;
  forget(tx: Tx, player: PlayerId): Promise<void>;
  sweep(db: Queryable): Promise<void>;
}

/** Life of the cookie, and of the record of a browser, without a login. */
const lifeMs = 365 * 86_400_000;
/** Browsers stored per player. */
const mostKnown = 20;
const wellFormed = /^[\w-]{43}$/;

export function createBrowsers(host: Host): Browsers {
  const cookie = hostCookie("browser", host.config.ALLOW_INSECURE_COOKIES);
  /** The secret given to a call without a cookie: the same for the whole call. */
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
