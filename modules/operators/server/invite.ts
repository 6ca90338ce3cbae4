import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import { appCodeStep, appSecret, appSecretBytes } from "#kit/host/app-code.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { houseActor } from "#modules/audit/server/index.ts";
import { codeRefused, invitationOver, weakPassword } from "../shared/errors.ts";
import { newToken, type SignInNeeds, secretLabel, tokenHash } from "./sign-in.ts";
import {
  forgetTries,
  invitationOf,
  type OperatorRow,
  operatorById,
  putInvitation,
  setFactors,
  takeInvitation,
} from "./store.ts";

const invitationLifeMs = 24 * 3_600_000;
export const shortestPassword = 12;

export interface InviteNeeds extends SignInNeeds {
  /** Whether a password is one of those that are tried first. */
  readonly isCommonPassword: (password: string, email: string) => boolean;
}

/**
 * A token that lets an operator take a password and an app of his own, within a day and once. Nobody else ever knows
 * either. A former invitation of his is void.
 */
export async function invite({ host, seal }: SignInNeeds, tx: Tx, operator: Uuid) {
  const token = newToken(host);
  const expiresAt = new Date(host.clock.now() + invitationLifeMs);
  const secret = seal.seal(host.random.bytes(appSecretBytes), secretLabel(operator));
  await putInvitation(tx, { operator, hash: tokenHash(token), secret, expiresAt });
  return { token, expiresAt };
}

/** Who is invited, and the secret for his app. Fails with `invitation_over`. */
export async function readInvitation({ host, seal }: SignInNeeds, token: string) {
  const { operator, secret } = await living({ host, seal }, token);
  const { email, name, role } = operator;
  return { email, name, role, ...appSecret(secret, email) };
}

/** Fails with `invitation_over`, `operator_password_weak`, `operator_code_refused`. */
export async function accept(needs: InviteNeeds, token: string, password: string, code: string): Promise<void> {
  const { host, passwords, seal, audit } = needs;
  const { operator, secret } = await living(needs, token);
  if (password.length < shortestPassword || needs.isCommonPassword(password, operator.email)) fail(weakPassword);
  const step = appCodeStep(secret, code, host.clock.now());
  if (step === undefined) return fail(codeRefused);
  const password_hash = await passwords.hash(password);
  const totp_secret = seal.seal(secret, secretLabel(operator.id));
  const now = new Date(host.clock.now());
  await host.db.tx(async tx => {
    if (!(await takeInvitation(tx, tokenHash(token), now))) fail(invitationOver);
    await setFactors(tx, operator.id, { password_hash, totp_secret, step }, now);
    await forgetTries(tx, operator.id);
    const actor = { ...houseActor(operator.name), id: operator.id, role: operator.role };
    await audit.record(tx, actor, { action: "operator.accept", subject: `operator:${operator.id}` });
  });
}

async function living(
  { host, seal }: Pick<SignInNeeds, "host" | "seal">,
  token: string,
): Promise<{ operator: OperatorRow; secret: Uint8Array }> {
  const row = await invitationOf(host.db, tokenHash(token), new Date(host.clock.now()));
  if (!row) return fail(invitationOver);
  const operator = must(await operatorById(host.db, row.operator_id), "an operator vanished");
  if (operator.disabled_at) return fail(invitationOver);
  return { operator, secret: seal.open(row.totp_secret, secretLabel(operator.id)) };
}
