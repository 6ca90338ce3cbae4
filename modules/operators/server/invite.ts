import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import type { Attestation } from "#kit/contract/passkey-fields.ts";
import type { Tx } from "#kit/db/db.ts";
import { appCodeStep, appSecret, appSecretBytes } from "#kit/host/app-code.ts";
import { siteHost } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { readLocale } from "#kit/host/read-locale.ts";
import { publicScheme } from "#kit/http/hosts.ts";
import type { PasskeySource } from "#kit/http/passkeys.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { systemActor } from "#modules/audit/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import english from "../locale/roles/en.json" with { type: "json" };
import { codeRefused, invitationOver, passkeyRefused, weakPassword } from "../shared/errors.ts";
import type { Role } from "../shared/permissions.ts";
import { approverWaitMs } from "./approvers.ts";
import { type ChallengeUse, insertPasskey } from "./passkey-store.ts";
import { endSessionsOf } from "./session-store.ts";
import { newToken, type SignInNeeds, secretLabel, tokenHash } from "./sign-in.ts";
import {
  delayApprovals,
  forgetTries,
  invitationOf,
  noteInviter,
  type OperatorRow,
  operatorById,
  putInvitation,
  setFactors,
  takeInvitation,
} from "./store.ts";

const invitationLifeMs = 24 * 3_600_000;
export const shortestPassword = 12;

export interface InviteNeeds extends SignInNeeds {
  readonly messages: Pick<Messages, "send">;
  /** Whether a password is among the most common ones. */
  readonly isCommonPassword: (password: string, email: string) => boolean;
}

interface Invited {
  readonly operator: Uuid;
  /** From the console, during installation: accepting it starts no waiting time. */
  readonly installs?: boolean;
}

/**
 * A token that lets an operator set a password and an app of their own, within a day and once. It is sent only to the invited address, or
 * shown at the console. A former invitation is void.
 */
export async function invite({ host, seal }: SignInNeeds, tx: Tx, { operator, installs = false }: Invited) {
  const token = newToken(host);
  const expiresAt = new Date(host.clock.now() + invitationLifeMs);
  const secret = seal.seal(host.random.bytes(appSecretBytes), secretLabel(operator));
  await putInvitation(tx, { operator, hash: tokenHash(token), secret, expiresAt, installs });
  return { token, expiresAt };
}

/** The invited operator and the inviter of a mailed invitation. */
export interface MailedInvitation {
  readonly operator: Uuid;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly locale: Locale;
  readonly inviter: Uuid;
}

/** Invites by mail to the operator's own address; the link is in no response. */
export async function mailInvitation(needs: InviteNeeds, tx: Tx, invited: MailedInvitation): Promise<Date> {
  const { name, email: to, role, locale, inviter } = invited;
  await noteInviter(tx, invited.operator, inviter);
  const { token, expiresAt } = await invite(needs, tx, invited);
  await needs.messages.send(tx, {
    channel: "email",
    to,
    template: "operator_invitation",
    locale,
    values: { name, role: roleNames[locale][role], link: invitationLink(needs.host, token) },
    until: expiresAt,
  });
  return expiresAt;
}

/** Names of the roles in a mail. */
export const roleNames = readLocale<Readonly<Record<Role, string>>>(
  english,
  join(import.meta.dirname, "../locale/roles"),
);

/** The token is in the URL fragment, so no server ever logs it. */
export function invitationLink({ config }: Pick<Host, "config">, token: string): string {
  return `${publicScheme(config)}://office.${siteHost(config)}/invitation#${token}`;
}

/** The invited operator, and the secret for their app. Fails with `invitation_over`. */
export async function readInvitation({ host, seal }: SignInNeeds, token: string) {
  const { operator, secret } = await living({ host, seal }, token);
  const { email, name, role } = operator;
  return { email, name, role, ...appSecret(secret, email) };
}

/** The challenge for a passkey in place of an app. Fails with `invitation_over`. */
export async function askInvitedPasskey(needs: InviteNeeds, source: PasskeySource, token: string) {
  const { operator } = await living(needs, token);
  return needs.passkeys.askNew(source, byInvitation(operator.id, token), operator.email);
}

/** The first code of the invited operator's app, or a passkey of theirs. */
type SecondFactor =
  | { readonly code: string }
  | { readonly name: string; readonly attestation: Attestation; readonly source: PasskeySource };

/** Fails with `invitation_over`, `operator_password_weak`, `operator_code_refused`, `operator_passkey_refused`. */
export async function accept(needs: InviteNeeds, token: string, password: string, factor: SecondFactor): Promise<void> {
  const { host, passwords, audit } = needs;
  const invited = await living(needs, token);
  const { operator, installs } = invited;
  if (password.length < shortestPassword || needs.isCommonPassword(password, operator.email)) fail(weakPassword);
  const { app, passkey } = await checkedFactor(needs, invited, token, factor);
  const passwordHash = await passwords.hash(password);
  const now = new Date(host.clock.now());
  await host.db.tx(async tx => {
    if (!(await takeInvitation(tx, tokenHash(token), now))) fail(invitationOver);
    await setFactors(tx, operator.id, { passwordHash, app }, now);
    if (passkey && !(await insertPasskey(tx, operator.id, passkey))) fail(passkeyRefused);
    if (!installs) await delayApprovals(tx, operator.id, new Date(now.getTime() + approverWaitMs));
    await endSessionsOf(tx, operator.id, now);
    await forgetTries(tx, operator.id);
    const actor = { ...systemActor(operator.name), id: operator.id, role: operator.role };
    await audit.record(tx, actor, {
      action: "operator.accept",
      subject: `operator:${operator.id}`,
      after: { factor: passkey ? "passkey" : "app" },
    });
  });
}

async function checkedFactor(
  { host, seal, passkeys }: InviteNeeds,
  { operator, secret }: Awaited<ReturnType<typeof living>>,
  token: string,
  factor: SecondFactor,
) {
  if ("code" in factor) {
    const step = appCodeStep(secret, factor.code, host.clock.now()) ?? fail(codeRefused);
    return { app: { secret: seal.seal(secret, secretLabel(operator.id)), step }, passkey: null };
  }
  const { name, attestation, source } = factor;
  const created = await passkeys.created(source, byInvitation(operator.id, token), attestation);
  return { app: null, passkey: Object.assign(created, { name, createdAt: new Date(host.clock.now()) }) };
}

function byInvitation(operator: Uuid, token: string): ChallengeUse {
  return { purpose: "invitation", operator, boundTo: tokenHash(token).toString("hex") };
}

async function living(
  { host, seal }: Pick<SignInNeeds, "host" | "seal">,
  token: string,
): Promise<{ operator: OperatorRow; secret: Uint8Array; installs: boolean }> {
  const row = await invitationOf(host.db, tokenHash(token), new Date(host.clock.now()));
  if (!row) return fail(invitationOver);
  const operator = required(await operatorById(host.db, row.operatorId), "the operator exists");
  if (operator.disabledAt) return fail(invitationOver);
  return { operator, secret: seal.open(row.totpSecret, secretLabel(operator.id)), installs: row.installs };
}
