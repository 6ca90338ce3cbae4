import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { adultFrom, parseBirthDate } from "../shared/age.ts";
import { monthAndDayOf } from "../shared/birthday.ts";
import { birthDateInReview, tooYoung } from "../shared/errors.ts";
import type { VerificationStatus } from "../shared/status.ts";
import { type BirthdayDigest, putBirthday, withoutBirthday } from "./birthdays.ts";
import {
  acceptStated,
  identityRow,
  insertIdentity,
  putDoubted,
  putProved,
  putSecond,
  type Standing,
} from "./identity-store.ts";
import { noteStep } from "./steps.ts";
import { lockCase, noteNeed, noteStatus } from "./store.ts";

export interface Identity {
  readonly first_name: string;
  readonly last_name: string;
  /** `YYYY-MM-DD`. */
  readonly birth_date: string;
}

/** Effects of a player's age in other modules. */
export interface AgePort {
  /** The player states to be under age: no play before `adult`. */
  lock(tx: Tx, player: PlayerId, adult: Date): Promise<void>;
  /** The player has proved to be of age. */
  lift(tx: Tx, player: PlayerId): Promise<void>;
}

/** What players state about themselves, and whether it is accepted. */
export interface Identities {
  /**
   * Stores a player's statement, once. Another date of birth is stored beside the first and goes to an operator.
   * Fails with `validation_failed`; with `too_young` and `birth_date_in_review` after the statement has been committed.
   */
  give(player: PlayerId, identity: Identity): Promise<void>;
  /** The stated dates of birth, the first one first, and their review status. */
  datesOf(db: Queryable, player: PlayerId): Promise<Dates>;
  /**
   * An operator has read the date of birth in an accepted document: lifts the lock. False where nothing was in doubt. Fails with
   * `validation_failed` at `birth_date`: `birth_date_needed`, `birth_date_invalid`, `birth_date_minor` for a minor.
   */
  settle(tx: Tx, player: PlayerId, birthDate: string | null): Promise<boolean>;
  /** The document's date is no longer accepted: a minor is locked again. */
  unsettle(tx: Tx, player: PlayerId): Promise<void>;
  /** The stated name, or the one of a document that was accepted, and the stated dates of birth. */
  statedBy(
    db: Queryable,
    player: PlayerId,
  ): Promise<{ readonly name: string; readonly dates: readonly string[] } | null>;
  personal(player: PlayerId): Promise<Json>;
  /** Computes the birthdays of this many older statements; how many were left to do. */
  digestOlder(limit: number): Promise<number>;
}

export interface Dates {
  readonly dates: readonly string[];
  readonly standing: Standing | "unknown";
  /** A document has to prove the age. */
  readonly inDoubt: boolean;
}

type Outcome = { readonly kind: "recorded" | "review" } | { readonly kind: "minor"; readonly adult: Date };

export function createIdentities(host: Host, seal: SecretSeal, age: AgePort, digestOf: BirthdayDigest): Identities {
  const now = () => new Date(host.clock.now());
  const label = (player: PlayerId, which?: "second" | "proved") =>
    ["identity", player, ...(which ? [which] : [])].join(":");
  const close = (identity: Identity, name: string) => seal.seal(Buffer.from(JSON.stringify(identity)), name);
  const open = (bytes: Uint8Array, name: string) =>
    JSON.parse(Buffer.from(seal.open(bytes, name)).toString()) as Identity;

  const birthdayOf = ({ birth_date }: Identity) => digestOf(monthAndDayOf(birth_date));

  /** The stated dates, the first first, and the one of the document. */
  async function known(db: Queryable, player: PlayerId) {
    const row = await identityRow(db, player);
    if (!row) return null;
    const first = open(row.sealed, label(player));
    const second = row.secondSealed && open(row.secondSealed, label(player, "second"));
    const proved = row.provedSealed && open(row.provedSealed, label(player, "proved"));
    return { standing: row.standing, first, said: second ? [first, second] : [first], proved };
  }

  async function keepFirst(tx: Tx, player: PlayerId, identity: Identity, adult: Date): Promise<Outcome> {
    const isMinor = adult > now();
    const standing = isMinor ? "minor" : "stated";
    await insertIdentity(tx, player, { sealed: close(identity, label(player)), standing, now: now() });
    await putBirthday(tx, player, birthdayOf(identity));
    if (!isMinor) return { kind: "recorded" };
    await askForProof(tx, player, adult);
    return { kind: "minor", adult };
  }

  /** From the commit on a minor is locked; documents are requested, also from a player who has submitted some. */
  async function askForProof(tx: Tx, player: PlayerId, adult: Date): Promise<void> {
    if (adult > now()) await age.lock(tx, player, adult);
    const { status } = await lockCase(tx, player);
    if (isAccepted(status)) {
      await noteStatus(tx, player, "user_pending", "more_documents", now());
      await noteStep(tx, { player, step: "more", by: "rules", now: now() });
    }
    await noteNeed(tx, player);
  }

  async function keep(tx: Tx, player: PlayerId, identity: Identity, adult: Date): Promise<Outcome> {
    // Serialized per player, also before there is a row.
    const { status } = await lockCase(tx, player);
    const before = await known(tx, player);
    if (!before) return keepFirst(tx, player, identity, adult);
    // Documents were accepted: later statements change nothing.
    if (before.standing === "proved" || (before.standing === "stated" && isAccepted(status)))
      return { kind: "recorded" };
    const isStated = before.said.some(each => each.birth_date === identity.birth_date);
    if (before.standing === "disputed") return { kind: "review" };
    if (!isStated) {
      await putSecond(tx, player, close(identity, label(player, "second")), now());
      await askForProof(tx, player, adult);
      return { kind: "review" };
    }
    if (adult > now()) return { kind: "minor", adult };
    if (before.standing === "minor") await acceptStated(tx, player);
    return { kind: "recorded" };
  }

  return {
    async give(player, identity) {
      const born = parseBirthDate(identity.birth_date);
      if (!born || born > now()) return fail(validationFailed, { errors: { birth_date: ["birth_date_invalid"] } });
      const outcome = await host.db.tx(tx => keep(tx, player, identity, adultFrom(born)));
      if (outcome.kind === "review") fail(birthDateInReview);
      if (outcome.kind === "minor") fail(tooYoung, { data: { from: outcome.adult.toISOString().slice(0, 10) } });
    },
    async datesOf(db, player) {
      const found = await known(db, player);
      const standing = found?.standing ?? "unknown";
      const dates = found?.said.map(({ birth_date }) => birth_date) ?? [];
      return { dates, standing, inDoubt: standing === "minor" || standing === "disputed" };
    },
    async settle(tx, player, birthDate) {
      const found = await known(tx, player);
      if (!found || found.standing === "stated" || found.standing === "proved") return false;
      const refuse = (key: string) => fail(validationFailed, { errors: { birth_date: [key] } });
      if (birthDate === null || birthDate === "") return refuse("birth_date_needed");
      const born = parseBirthDate(birthDate);
      if (!born) return refuse("birth_date_invalid");
      if (adultFrom(born) > now()) return refuse("birth_date_minor");
      const person = found.said.find(each => each.birth_date === birthDate) ?? found.first;
      const proved = { ...person, birth_date: birthDate };
      await putProved(tx, player, close(proved, label(player, "proved")));
      await putBirthday(tx, player, birthdayOf(proved));
      await age.lift(tx, player);
      return true;
    },
    async unsettle(tx, player) {
      const found = await known(tx, player);
      if (found?.standing !== "proved") return;
      await putDoubted(tx, player);
      const adults = found.said.flatMap(({ birth_date }) => {
        const born = parseBirthDate(birth_date);
        return born ? [adultFrom(born)] : [];
      });
      const latest = new Date(Math.max(...adults.map(Number)));
      if (latest > now()) await age.lock(tx, player, latest);
    },
    async statedBy(db, player) {
      const found = await known(db, player);
      if (!found) return null;
      const { first_name, last_name } = found.proved ?? found.first;
      return { name: `${first_name} ${last_name}`, dates: found.said.map(({ birth_date }) => birth_date) };
    },
    async digestOlder(limit) {
      const players = await withoutBirthday(host.db, limit);
      for (const player of players)
        await host.db.tx(async tx => {
          await lockCase(tx, player);
          const found = await known(tx, player);
          if (found) await putBirthday(tx, player, birthdayOf(found.proved ?? found.first));
        });
      return players.length;
    },
    async personal(player) {
      const found = await known(host.db, player);
      if (!found) return null;
      const given = found.said.map(({ birth_date }) => birth_date);
      return { ...(found.proved ?? found.first), birth_dates_given: given };
    },
  };
}

function isAccepted(status: VerificationStatus): boolean {
  return status === "success" || status === "verified";
}
