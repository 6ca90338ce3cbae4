import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { appCodeStep } from "#kit/host/app-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import { subscriberOf } from "#kit/http/address.ts";
import type { Call, Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Actor, type Audit, systemActor } from "#modules/audit/server/index.ts";
import { codeRefused, operatorRefused } from "../shared/errors.ts";
import { takeCode } from "./emergency-store.ts";
import { challengeOf, deleteChallenges, insertChallenge, insertSession, proveSession } from "./session-store.ts";
import { endBeyondMost } from "./sessions.ts";
import {
  forgetTries,
  noteLogin,
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
}

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
export async function enterPassword(needs: SignInNeeds, email: string, password: string, from: From): Promise<string> {
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
  return token;
}

/** The second step: the token of a session under this host name. Fails with `operator_code_refused`. */
export async function enterAppCode(
  needs: SignInNeeds,
  challenge: string,
  code: string,
  from: FromDevice,
): Promise<{ token: string; operator: OperatorRow; isEmergency: boolean }> {
  const { host, seal } = needs;
  const now = new Date(host.clock.now());
  const id = await challengeOf(host.db, tokenHash(challenge), from.hostname, now);
  const operator = id && (await operatorById(host.db, id));
  if (!operator?.totpSecret || !canSignIn(operator) || !(await countTry(needs, operator))) return fail(codeRefused);
  const emergencyCode = emergencyPattern.exec(code.trim())?.[0];
  const step = appCodeStep(seal.open(operator.totpSecret, secretLabel(operator.id)), code, host.clock.now());
  const token =
    step === undefined && emergencyCode === undefined
      ? null
      : await openSession(needs, operator, step ?? { emergencyCode: emergencyCode ?? "" }, from);
  if (token) return { token, operator, isEmergency: step === undefined };
  await noteRefusal(needs, operator, "code", from);
  return fail(codeRefused);
}

/**
 * A second factor in an open session, from where the operator is now: sensitive calls are open for five minutes. Tries count as at a
 * sign-in. Fails with `operator_code_refused`.
 */
export async function stepUp(
  needs: SignInNeeds,
  { operator: who, ...from }: From & { readonly operator: Operator },
  code: string,
): Promise<void> {
  const { host, seal, audit } = needs;
  const operator = required(await operatorById(host.db, who.id), "the operator exists");
  if (!operator.totpSecret || !(await countTry(needs, operator))) return fail(codeRefused);
  const step = appCodeStep(seal.open(operator.totpSecret, secretLabel(operator.id)), code, host.clock.now());
  const isProved =
    step !== undefined &&
    (await host.db.tx(async tx => {
      if (!(await takeStep(tx, operator.id, step))) return false;
      await forgetTries(tx, operator.id);
      await proveSession(tx, who.session, subscriberOf(from.ip), new Date(host.clock.now()));
      await audit.record(tx, actorOf(operator, from), {
        action: "operator.step_up",
        subject: `operator:${operator.id}`,
      });
      return true;
    }));
  if (isProved) return;
  await noteRefusal(needs, operator, "code", from);
  fail(codeRefused);
}

/** Null when the code of this step, or of the console, was used before. */
async function openSession(
  { host, audit }: SignInNeeds,
  operator: OperatorRow,
  proof: number | { readonly emergencyCode: string },
  from: FromDevice,
): Promise<string | null> {
  return host.db.tx(async tx => {
    const now = new Date(host.clock.now());
    const emergency =
      typeof proof === "number" ? null : await takeCode(tx, operator.id, tokenHash(proof.emergencyCode), now);
    if (emergency === undefined) return null;
    if (typeof proof === "number" && !(await takeStep(tx, operator.id, proof))) return null;
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
      after: { ended_sessions: ended, emergency },
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
