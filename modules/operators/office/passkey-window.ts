import { ApiError } from "#kit/web/api-error.ts";
import { isPasskeyCancelled } from "#kit/web/passkey.ts";

/**
 * What the browser's own window of passkeys results in; undefined if the operator closed it. `failed`: the text if the device refuses for any
 * other reason, such as a passkey that it has already.
 */
export async function inPasskeyWindow<T>(work: () => Promise<T>, failed: string): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isPasskeyCancelled(error)) return undefined;
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, { code: "passkey_failed", message: failed });
  }
}
