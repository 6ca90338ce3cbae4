import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import { subscriberOf } from "#kit/http/address.ts";
import { tooManyLogins } from "../shared/errors.ts";
import type { Browsers, FromBrowser } from "./browsers.ts";
import { type Contact, identifierOf } from "./contact.ts";
import { loginLimit, retryAfterOf } from "./login-limit.ts";
import { releaseLoginAttempt, takeLoginAttempt } from "./store.ts";

/**
 * One password attempt, counted as failed before the check. `known`: from a known browser of the player, which strangers cannot use up.
 * `spare`: the contact's attempts are used up, and this is the one left for each IP address.
 */
export interface LoginAttempt {
  readonly kind: "ordinary" | "known" | "spare";
  /** The counters that a successful login resets. */
  readonly identifier: Buffer;
  readonly failures: number;
  /** Uncounts the attempt: its password was not checked. */
  release(): Promise<void>;
}

/** Spare attempts of one contact in a window, over all IP addresses. */
const spareLimit = { ...loginLimit, most: 20 };
/** Attempts of one IP address at one contact are only counted. */
const uncapped = { ...loginLimit, most: 1_000_000 };

/** Takes an attempt at a contact's password, whether an account has the contact or not. Fails with `too_many_logins`. */
export async function takeAttempt(
  host: Host,
  browsers: Browsers,
  call: FromBrowser & { readonly ip: string },
  contact: Contact,
): Promise<LoginAttempt> {
  const own = identifierOf(contact);
  const isKnown = await browsers.isKnown(host.db, call, contact);
  return isKnown
    ? takeOwn(host, part(own, `browser ${browsers.identify(call).toString("hex")}`))
    : takeStrangers(host, own, part(own, `address ${subscriberOf(call.ip)}`), part(own, "spare"));
}

async function takeOwn(host: Host, identifier: Buffer): Promise<LoginAttempt> {
  const now = new Date(host.clock.now());
  const attempt = await takeLoginAttempt(host.db, identifier, loginLimit, now);
  if (attempt.kind === "refused") return fail(tooManyLogins, { retryAfter: retryAfterOf(attempt.since, now) });
  return {
    kind: "known",
    identifier,
    failures: attempt.failures,
    release: () => releaseLoginAttempt(host.db, identifier),
  };
}

/** Locks the contact's row until the commit: of many concurrent attempts from one IP address only one is the first. */
function takeStrangers(host: Host, own: Buffer, address: Buffer, spare: Buffer): Promise<LoginAttempt> {
  const now = new Date(host.clock.now());
  return host.db.tx(async tx => {
    const attempt = await takeLoginAttempt(tx, own, loginLimit, now);
    const fromAddress = await takeLoginAttempt(tx, address, uncapped, now);
    const release = async (...counted: readonly Buffer[]) => {
      for (const identifier of counted) await releaseLoginAttempt(host.db, identifier);
    };
    if (attempt.kind === "taken")
      return { kind: "ordinary", identifier: own, failures: attempt.failures, release: () => release(own, address) };
    const isFirst = fromAddress.kind === "taken" && fromAddress.failures === 1;
    if (!isFirst || (await takeLoginAttempt(tx, spare, spareLimit, now)).kind === "refused")
      fail(tooManyLogins, { retryAfter: retryAfterOf(attempt.since, now) });
    const failures = loginLimit.most + 1;
    return { kind: "spare", identifier: own, failures, release: () => release(address, spare) };
  });
}

function part(identifier: Buffer, name: string): Buffer {
  return hash("sha256", `${identifier.toString("hex")} ${name}`, "buffer");
}
