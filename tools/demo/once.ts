import { Failure } from "#kit/contract/error-code.ts";

/** Runs a step that an earlier attempt may have done: a refusal with this code means that it is done. */
export async function unlessThere(code: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure && error.error.code === code)) throw error;
  }
}

/** A UUID of the free form (version 8 of RFC 9562) out of the first 16 bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const own = Buffer.from(bytes.subarray(0, 16));
  own[6] = ((own[6] ?? 0) & 0x0f) | 0x80;
  own[8] = ((own[8] ?? 0) & 0x3f) | 0x80;
  const hex = own.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
