import type { Api } from "#kit/web/api.ts";
import type { TokenAnswer } from "#modules/accounts/shared/contract.ts";
import {
  type Assertion,
  type Attestation,
  addPasskey,
  askNewPasskey,
  askPasskeyLogin,
  askProofPasskey,
  askStepPasskey,
  logInByPasskey,
  proveByPasskey,
  stepByPasskey,
} from "#modules/factors/shared/contract.ts";

type Calls = Pick<Api, "call">;

/** The WebAuthn library loads on first use. */
const browser = () => import("@simplewebauthn/browser");

/** The browser's response to a challenge. Rejects with NotAllowedError when the user cancels. */
export async function answerPasskey(options: unknown): Promise<Assertion> {
  const { startAuthentication } = await browser();
  return (await startAuthentication({ optionsJSON: options as never })) as Assertion;
}

/** The browser's own window is not opened when it is no longer `wanted`. */
export async function provePasskey(api: Calls, wanted: () => boolean): Promise<void> {
  const { data } = await api.call(askProofPasskey, {});
  if (!wanted()) return;
  await api.call(proveByPasskey, { body: { assertion: await answerPasskey(data.options) } });
}

export async function makePasskey(api: Calls, name: string): Promise<void> {
  const { data } = await api.call(askNewPasskey, {});
  const { startRegistration } = await browser();
  const attestation = (await startRegistration({ optionsJSON: data.options as never })) as Attestation;
  await api.call(addPasskey, { body: { name, attestation } });
}

/** Completes the second step of a login. */
export async function stepPasskey(api: Calls, challenge: string): Promise<TokenAnswer> {
  const { data } = await api.call(askStepPasskey, {});
  const assertion = await answerPasskey(data.options);
  return api.call(stepByPasskey, { body: { challenge, assertion } });
}

/** Signs in by passkey alone. */
export async function enterByPasskey(api: Calls): Promise<TokenAnswer> {
  const { data } = await api.call(askPasskeyLogin, {});
  return api.call(logInByPasskey, { body: { assertion: await answerPasskey(data.options) } });
}
