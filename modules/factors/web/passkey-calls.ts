import { answerPasskey, createPasskey } from "#kit/web/passkey.ts";
import type { RouteCache } from "#kit/web/query/route-cache.ts";
import type { TokenAnswer } from "#modules/accounts/shared/contract.ts";
import {
  addPasskey,
  askNewPasskey,
  askPasskeyLogin,
  askProofPasskey,
  askStepPasskey,
  logInByPasskey,
  proveByPasskey,
  stepByPasskey,
} from "#modules/factors/shared/contract.ts";

type Call = RouteCache["call"];

/** The browser's own window is not opened when it is no longer `wanted`. */
export async function provePasskey(call: Call, wanted: () => boolean): Promise<void> {
  const { options } = await call(askProofPasskey, {});
  if (!wanted()) return;
  await call(proveByPasskey, { body: { assertion: await answerPasskey(options) } });
}

export async function makePasskey(call: Call, name: string): Promise<void> {
  const { options } = await call(askNewPasskey, {});
  await call(addPasskey, { body: { name, attestation: await createPasskey(options) } });
}

/** Completes the second step of a login. */
export async function stepPasskey(call: Call, challenge: string): Promise<TokenAnswer> {
  const { options } = await call(askStepPasskey, {});
  const assertion = await answerPasskey(options);
  return call(stepByPasskey, { body: { challenge, assertion } });
}

/** Signs in by passkey alone. */
export async function enterByPasskey(call: Call): Promise<TokenAnswer> {
  const { options } = await call(askPasskeyLogin, {});
  return call(logInByPasskey, { body: { assertion: await answerPasskey(options) } });
}
