import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";

import type { RegistrationSource } from "../shared/contract.ts";
import { playerRegistered } from "../shared/events.ts";
import { lockIdentifier } from "./code-store.ts";
import { type Contact, identifierOf } from "./contact.ts";
import { isContactTaken } from "./contact-store.ts";
import { insertCountry } from "./country-store.ts";
import { createExclusions, identifierOfContact } from "./exclusions.ts";
import { makeHandle } from "./handles.ts";
import { isCommonPassword, type Passwords } from "./passwords.ts";
import { insertPlayer, putCredential } from "./store.ts";

export interface Registration {
  /** Null for a player whom another provider names without a mailbox. */
  readonly contact: Contact | null;
  /** The provider that vouches for the player, and whether it has confirmed the contact. */
  readonly through?: { readonly isContactVerified: boolean };
  /** Null if it is set later: by phone one signs in with codes as well. */
  readonly password: string | null;
  readonly currency: Currency;
  readonly locale: Locale | null;
  readonly timezone: string | null;
  /** The country of the connection, ISO 3166-1 alpha-2; null where it is unknown. */
  readonly country: string | null;
  readonly test: boolean;
  /** The player's source. */
  readonly source?: RegistrationSource;
}

/** A higher module's step for every new player, within the transaction that creates the account. */
export type RegistrationHook = (
  tx: Tx,
  player: PlayerId,
  source: RegistrationSource,
  facts: Pick<Registration, "currency" | "locale" | "test">,
) => Promise<void>;

/**
 * Opens an account; the hooks and `also` (seeds, a session) run in the same transaction. Fails with `validation_failed`:
 * `password_too_common`, `email_taken` or `phone_taken`; with `unavailable` when too many are waiting.
 */
export async function register<T>(
  host: Host,
  passwords: Passwords,
  registration: Registration,
  hooks: readonly RegistrationHook[],
  also: (tx: Tx, player: PlayerId) => Promise<T>,
): Promise<T> {
  const { contact, password, currency, country, test } = registration;
  if (password !== null) refuseCommon(password, contact?.address ?? "");
  if (contact && (await isContactTaken(host.db, contact))) refuseContact(contact);
  // The same answer as while the account was open: it does not tell who excluded themselves.
  if (contact && (await createExclusions(host).has(host.db, identifierOfContact(contact)))) refuseContact(contact);
  const hash = password === null ? null : await passwords.hash(password);
  return host.db.tx(async tx => {
    // Another session may be confirming the contact at this moment.
    if (contact) await lockIdentifier(tx, identifierOf(contact));
    const player = await insertNamed(host, tx, registration);
    if (hash !== null) await putCredential(tx, player, hash, new Date(host.clock.now()));
    if (country !== null)
      await insertCountry(tx, player, { country, since: new Date(host.clock.now()), source: "registration" });
    for (const hook of hooks) await hook(tx, player, registration.source ?? {}, registration);
    const promo = registration.source?.promo ?? null;
    await host.bus.publish(tx, playerRegistered, { player, currency, test, promo });
    return also(tx, player);
  });
}

/** Tries another name when one is taken. The UNIQUE constraint on the contact decides between two concurrent registrations. */
async function insertNamed(host: Host, tx: Tx, registration: Registration): Promise<PlayerId> {
  const { contact } = registration;
  const facts = { ...registration, now: new Date(host.clock.now()) };
  for (let attempt = 0; attempt < 20; attempt++) {
    const id = host.ids.next() as string as PlayerId;
    const publicId = host.random.bytes(16);
    if (await insertPlayer(tx, { ...facts, id, publicId, name: nameFor(host, registration) })) return id;
    if (contact && (await isContactTaken(tx, contact))) refuseContact(contact);
  }
  invariant(false, "no free name was found in 20 tries");
}

/** A test account is marked wherever its name is shown. */
function nameFor({ random }: Host, { test }: Registration): string {
  const name = makeHandle(random);
  return test ? name.replace(/^.*-/, "demo-") : name;
}

/** Fails with `password_too_common` at `password` when the password is among the most common. */
export function refuseCommon(password: string, address: string): void {
  if (isCommonPassword(password, address)) fail(validationFailed, { errors: { password: ["password_too_common"] } });
}

function refuseContact({ kind }: Contact): never {
  fail(validationFailed, { errors: { [kind]: [`${kind}_taken`] } });
}
