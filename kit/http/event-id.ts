import { hash } from "node:crypto";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";

/** The UUID (version 8) of a provider's event whose own id has another form: the same id always maps to the same one. */
export function eventIdOf(provider: string, id: string): Uuid {
  const digest = hash("sha256", `${provider} event ${id}`);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return required(parseUuid([...parts, digest.slice(20, 32)].join("-")), "a UUID of version 8");
}
