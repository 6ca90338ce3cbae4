import { call } from "#kit/web/use-api.ts";
import { getSeeds, setClientSeed } from "../shared/contract.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/** A client seed from the browser's own random source: 22 of 64 characters, 132 bits. The server never makes one. */
export function freshClientSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(22)), byte => letters[byte & 63]).join("");
}

/** Shows both hashes, which the server requires before it accepts a seed, and sets a new seed. True when it is set. */
export async function setFreshClientSeed(): Promise<boolean> {
  const seen = await call(getSeeds, {});
  if (!seen.ok) return false;
  const set = await call(setClientSeed, { body: { client_seed: freshClientSeed() } });
  return set.ok;
}
