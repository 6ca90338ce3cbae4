import { hash } from "node:crypto";
import * as z from "zod/mini";
import { Failure, fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { passwordField } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import { passwordExists, tooManyLogins } from "../shared/errors.ts";
import { passwordChanged } from "../shared/events.ts";
import type { Browsers } from "./browsers.ts";
import { lockContacts } from "./contact-store.ts";
import { provedContact } from "./contacts.ts";
import { loginLimit, retryAfterOf } from "./login-limit.ts";
import { forgetLogins } from "./login-store.ts";
import { isCommonPassword, type Passwords } from "./passwords.ts";
import type { Sessions } from "./sessions.ts";
import { forgetLoginAttempts, passwordHashOf, putCredential, releaseLoginAttempt, takeLoginAttempt } from "./store.ts";

/** Throws what a player must prove before a credential changes, if the password is not enough. */
export type DemandProof = (session: Session) => Promise<void>;

/** The password of a signed-in player. */
export interface OwnPassword {
  beforeChange(demand: DemandProof): void;
  /** Runs the {@link beforeChange} hook. Before a change, and before anything is counted. */
  demandProof: DemandProof;
  /**
   * Whether the password is the player's. Fails with `too_many_logins` after 5 wrong ones in 15 minutes, and with `validation_failed` at
   * `field`: `password_wrong`, `password_unset` if there is none.
   */
  demand(player: PlayerId, password: string, field: string): Promise<void>;
  /**
   * Fails with `validation_failed` at `password` if it is too short, too long or too common, and at `field` if the two differ: at both in
   * one response.
   */
  check(password: string, confirmed: string, field: "password_confirm" | "confirm_password"): void;
  /** Sets the new password. Every other session ends, links and challenges become invalid, and the player is notified. */
  put(tx: Tx, player: PlayerId, passwordHash: string, except: Session["id"] | null): Promise<void>;
  /** Changes the password of a session's player. */
  change(session: Session, password: string): Promise<void>;
  /** Sets the first one. Fails with `password_exists`. */
  first(session: Session, password: string): Promise<void>;
}

export function createOwnPassword(parts: {
  host: Host;
  passwords: Passwords;
  sessions: Sessions;
  messages: Messages;
  browsers: Browsers;
}): OwnPassword {
  const { host, passwords, sessions, messages, browsers } = parts;
  const demands: DemandProof[] = [];

  const put: OwnPassword["put"] = async (tx, player, passwordHash, except) => {
    const own = required(await lockContacts(tx, player), "a player with a new password exists");
    await putCredential(tx, player, passwordHash, new Date(host.clock.now()));
    await forgetLogins(tx, player);
    await sessions.endAll(tx, player, except, "password");
    // A player who has to verify their identity again may have lost control of a browser.
    if (except === null) await browsers.forget(tx, player);
    await host.bus.publish(tx, passwordChanged, { player });
    const contact = provedContact(own, "email") ?? provedContact(own, "phone");
    if (!contact) return;
    const channel = contact.kind === "email" ? "email" : "sms";
    const locale = own.locale ?? "en";
    await messages.send(tx, {
      channel,
      to: contact.address,
      player,
      locale,
      template: "password_changed",
      values: {},
    });
  };

  return {
    put,
    beforeChange: demand => void demands.push(demand),
    async demandProof(session) {
      for (const demand of demands) await demand(session);
    },
    async demand(player, password, field) {
      const identifier = hash("sha256", `own password of ${player}`, "buffer");
      const now = new Date(host.clock.now());
      const attempt = await takeLoginAttempt(host.db, identifier, loginLimit, now);
      if (attempt.kind === "refused") fail(tooManyLogins, { retryAfter: retryAfterOf(attempt.since, now) });
      const known = await passwordHashOf(host.db, player);
      const right = await passwords.verify(password, known).catch(async (error: unknown) => {
        if (error instanceof Failure) await releaseLoginAttempt(host.db, identifier);
        throw error;
      });
      if (known === null) fail(validationFailed, { errors: { [field]: ["password_unset"] } });
      if (!right) fail(validationFailed, { errors: { [field]: ["password_wrong"] } });
      await forgetLoginAttempts(host.db, identifier);
    },
    check(password, confirmed, field) {
      const errors: Record<string, string[]> = {};
      const key = refusedPassword(password);
      if (key !== undefined) errors.password = [key];
      if (password !== confirmed) errors[field] = ["password_confirm_wrong"];
      if (Object.keys(errors).length > 0) fail(validationFailed, { errors });
    },
    async change(session, password) {
      const passwordHash = await passwords.hash(password);
      await host.db.tx(tx => put(tx, session.player, passwordHash, session.id));
    },
    async first(session, password) {
      const passwordHash = await passwords.hash(password);
      await host.db.tx(async tx => {
        await lockContacts(tx, session.player);
        if ((await passwordHashOf(tx, session.player)) !== null) fail(passwordExists);
        await put(tx, session.player, passwordHash, session.id);
      });
    },
  };
}

/** Why a password is refused for any account. */
function refusedPassword(password: string): string | undefined {
  const parsed = z.safeParse(passwordField, password);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? "password_invalid";
  return isCommonPassword(password, "") ? "password_too_common" : undefined;
}
