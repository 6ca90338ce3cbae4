import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import type { Assertion } from "#kit/contract/passkey-fields.ts";
import type { Tx } from "#kit/db/db.ts";
import { appCodeStep } from "#kit/host/app-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import { subscriberOf } from "#kit/http/address.ts";
import type { Call, Operator } from "#kit/http/handler.ts";
import type { PasskeyOptions, PasskeySource } from "#kit/http/passkeys.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Actor, type Audit, systemActor } from "#modules/audit/server/index.ts";
import { codeRefused, operatorRefused, passkeyRefused } from "../shared/errors.ts";
import { takeCode } from "./emergency-store.ts";
import { type ChallengeUse, type PasskeyUse, takeUse } from "./passkey-store.ts";
import type { OperatorPasskeys } from "./passkeys.ts";
import { challengeOf, deleteChallenges, insertChallenge, insertSession, proveSession } from "./session-store.ts";
import { endBeyondMost } from "./sessions.ts";
import {
  forgetTries,
  noteLogin,
  type OperatorApp,
  type OperatorRow,
  operatorByEmail,
  operatorById,
  returnTry,
  takeStep,
  takeTry,
} from "./store.ts";

/** Wrong factors before an operator is locked, and for how long from the first of them. */
export const tryLimit = { most: 3, windowMs: 30 * 60_000 };
/** A code of the console: eighty bits in base32. */
const emergencyPattern = /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/;
const challengeLifeMs = 5 * 60_000;

/** Hashes and checks passwords: the same queue and cost as for players. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Costs the same without a hash as with one. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

export interface SignInNeeds {
  readonly host: Host;
  readonly audit: Pick<Audit, "record">;
  readonly passwords: Passwords;
  readonly seal: SecretSeal;
  readonly passkeys: OperatorPasskeys;
}

type FactorKind = "app" | "passkey";
type From = Pick<Call, "hostname" | "ip" | "userAgent" | "requestId">;
/** `device`: what the browser stores between sign-ins. */
type FromDevice = From & { readonly device: string };

export const secretLabel = (operator: Uuid) => `operator:${operator}`;
export const tokenHash = (token: string) => hash("sha256", token, "buffer");
export const newToken = (host: Host) => Buffer.from(host.random.bytes(32)).toString("base64url");

/**
 * The first step: a token for the second. Every failure is the same `operator_refused`, at the same cost: an unknown email, a wrong
 * password, an account that is locked, disabled or not accepted yet.
 */
export async function enterPassword(
  needs: SignInNeeds,
  email: string,
  password: string,
  from: From,
): Promise<{ readonly challenge: string; readonly operator: OperatorRow }> {
  const { host, passwords } = needs;
  const operator = await operatorByEmail(host.db, email);
  const mayTry = operator !== undefined && canSignIn(operator) && (await countTry(needs, operator));
  const isRight = await passwords.verify(password, mayTry ? operator.passwordHash : null);
  if (!mayTry) return fail(operatorRefused);
  if (!isRight) {
    await noteRefusal(needs, operator, "password", from);
    return fail(operatorRefused);
  }
  await returnTry(host.db, operator.id);
  const token = newToken(host);
  const expiresAt = new Date(host.clock.now() + challengeLifeMs);
  await insertChallenge(host.db, {
    hash: tokenHash(token),
    operator: operator.id,
    hostname: from.hostname,
    expiresAt,
  });
  return { challenge: token, operator };
}

/** The second factors that an operator has under this host name. */
export async function factorsOf(
  { passkeys }: Pick<SignInNeeds, "passkeys">,
  { id, totpSecret }: OperatorRow,
  hostname: string,
): Promise<FactorKind[]> {
  const hasPasskey = await passkeys.has(hostname, id);
  return [...(totpSecret === null ? [] : (["app"] as const)), ...(hasPasskey ? (["passkey"] as const) : [])];
}

/** What an operator gives as a second factor. */
export type GivenFactor =
  | { readonly code: string }
  | { readonly assertion: Assertion; readonly headers: PasskeySource["headers"] };

/** A second factor that is right, and is used up by the transaction that it opens. */
type CheckedFactor =
  | ({ readonly kind: "app" } & OperatorApp)
  | { readonly kind: "passkey"; readonly use: PasskeyUse }
  | { readonly kind: "emergency"; readonly code: string };

/** Who has given the right password; undefined for a challenge that is unknown, too old or of another host. */
async function pendingOperator({ host }: SignInNeeds, challenge: string, hostname: string) {
  const id = await challengeOf(host.db, tokenHash(challenge), hostname, new Date(host.clock.now()));
  const operator = id && (await operatorById(host.db, id));
  return operator && canSignIn(operator) ? operator : undefined;
}

/** A challenge for a passkey in the second step. Fails with `operator_passkey_refused`. */
export async function askLoginPasskey(
  needs: SignInNeeds,
  challenge: string,
  source: PasskeySource,
): Promise<PasskeyOptions> {
  const operator = await pendingOperator(needs, challenge, source.hostname);
  if (!operator || isLocked(operator, needs.host.clock.now())) return fail(passkeyRefused);
  return needs.passkeys.ask(source, atSignIn(operator.id, challenge));
}

/** The second step: the token of a session under this host name. Fails with `operator_code_refused` or `operator_passkey_refused`. */
export async function enterSecondFactor(
  needs: SignInNeeds,
  challenge: string,
  given: GivenFactor,
  from: FromDevice,
): Promise<{ token: string; operator: OperatorRow; isEmergency: boolean }> {
  const operator = await pendingOperator(needs, challenge, from.hostname);
  if (!operator || !(await countTry(needs, operator))) return refuse(given);
  const checked = await checkFactor(needs, operator, given, { ...atSignIn(operator.id, challenge), from });
  const token = checked && (await openSession(needs, operator, checked, from));
  if (token) return { token, operator, isEmergency: checked.kind === "emergency" };
  await noteRefusal(needs, operator, "code" in given ? "code" : "passkey", from);
  return refuse(given);
}

/**
 * A second factor in an open session, from where the operator is now: sensitive calls are open for five minutes. Tries count as at a
 * sign-in. Fails with `operator_code_refused` or `operator_passkey_refused`.
 */
export async function stepUp(
  needs: SignInNeeds,
  { operator: who, ...from }: From & { readonly operator: Operator },
  given: GivenFactor,
): Promise<void> {
  const { host, audit } = needs;
  const operator = required(await operatorById(host.db, who.id), "the operator exists");
  if (!(await countTry(needs, operator))) return refuse(given);
  const use = { purpose: "step_up", operator: operator.id, boundTo: who.session } as const;
  const checked = await checkFactor(needs, operator, given, { ...use, from });
  const isProved =
    checked !== undefined &&
    checked.kind !== "emergency" &&
    (await host.db.tx(async tx => {
      const now = new Date(host.clock.now());
      if (!(await takeFactor(tx, operator.id, checked, now))) return false;
      await forgetTries(tx, operator.id);
      await proveSession(tx, who.session, subscriberOf(from.ip), now);
      await audit.record(tx, actorOf(operator, from), {
        action: "operator.step_up",
        subject: `operator:${operator.id}`,
        after: { factor: checked.kind },
      });
      return true;
    }));
  if (isProved) return;
  await noteRefusal(needs, operator, "code" in given ? "code" : "passkey", from);
  refuse(given);
}

/** Undefined if it is not right. */
async function checkFactor(
  { host, seal, passkeys }: SignInNeeds,
  operator: OperatorRow,
  given: GivenFactor,
  { from, ...use }: ChallengeUse & { readonly from: From },
): Promise<CheckedFactor | undefined> {
  if ("assertion" in given) {
    const source = { hostname: from.hostname, headers: given.headers };
    const checked = await passkeys.check(source, use, given.assertion);
    return checked && { kind: "passkey", use: checked };
  }
  const code = emergencyPattern.exec(given.code.trim())?.[0];
  if (code !== undefined) return { kind: "emergency", code };
  if (!operator.totpSecret) return undefined;
  const step = appCodeStep(seal.open(operator.totpSecret, secretLabel(operator.id)), given.code, host.clock.now());
  return step === undefined ? undefined : { kind: "app", step, secret: operator.totpSecret };
}

/** Uses it up, once. @returns the code of the console if it is one; undefined if it was used before */
async function takeFactor(
  tx: Tx,
  operator: Uuid,
  checked: CheckedFactor,
  now: Date,
): Promise<{ readonly emergency: Uuid | null } | undefined> {
  if (checked.kind === "emergency") {
    const emergency = await takeCode(tx, operator, tokenHash(checked.code), now);
    return emergency && { emergency };
  }
  const isTaken = checked.kind === "app" ? await takeStep(tx, operator, checked) : await takeUse(tx, checked.use, now);
  return isTaken ? { emergency: null } : undefined;
}

function atSignIn(operator: Uuid, challenge: string): ChallengeUse {
  return { purpose: "login", operator, boundTo: tokenHash(challenge).toString("hex") };
}

function refuse(given: GivenFactor): never {
  return fail("code" in given ? codeRefused : passkeyRefused);
}

/** Null when the factor was used before. */
async function openSession(
  { host, audit }: SignInNeeds,
  operator: OperatorRow,
  checked: CheckedFactor,
  from: FromDevice,
): Promise<string | null> {
  return host.db.tx(async tx => {
    const now = new Date(host.clock.now());
    const taken = await takeFactor(tx, operator.id, checked, now);
    if (!taken) return null;
    const { emergency } = taken;
    const token = newToken(host);
    await deleteChallenges(tx, operator.id);
    await insertSession(tx, {
      id: host.ids.next(),
      operator: operator.id,
      hash: tokenHash(token),
      now,
      hostname: from.hostname,
      address: from.ip,
      userAgent: from.userAgent,
      network: subscriberOf(from.ip),
      device: tokenHash(from.device),
      emergency,
    });
    await forgetTries(tx, operator.id);
    await noteLogin(tx, operator.id, now, from.ip);
    const ended = await endBeyondMost(tx, operator.id, now);
    await audit.record(tx, actorOf(operator, from), {
      action: "operator.login",
      subject: `operator:${operator.id}`,
      after: { ended_sessions: ended, emergency, factor: checked.kind },
    });
    return token;
  });
}

export function canSignIn({ passwordHash, disabledAt }: OperatorRow): boolean {
  return passwordHash !== null && disabledAt === null;
}

export function isLocked(operator: Pick<OperatorRow, "tries" | "triesSince">, nowMs: number): boolean {
  return operator.tries >= tryLimit.most && operator.triesSince.getTime() > nowMs - tryLimit.windowMs;
}

function countTry({ host }: SignInNeeds, { id }: OperatorRow): Promise<boolean> {
  return takeTry(host.db, id, new Date(host.clock.now()), tryLimit.most, tryLimit.windowMs);
}

/** A counted refusal is audited, and so is the lock it may have caused. */
async function noteRefusal(needs: SignInNeeds, operator: OperatorRow, factor: string, from: From): Promise<void> {
  const { host, audit } = needs;
  const subject = `operator:${operator.id}`;
  await host.db.tx(async tx => {
    const row = required(await operatorById(tx, operator.id), "the operator exists");
    const locked = isLocked(row, host.clock.now());
    await audit.record(tx, actorOf(operator, from), { action: "operator.refused", subject, after: { factor, locked } });
    if (locked) tx.afterCommit(() => host.log.warn({ operator: operator.id }, "operator locked"));
  });
}

function actorOf({ id, name, role }: OperatorRow, { ip, requestId }: From): Actor {
  return { ...systemActor(name), id, role, address: ip, requestId };
}
