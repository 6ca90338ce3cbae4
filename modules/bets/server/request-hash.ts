import { hash } from "node:crypto";
import { type RouteSpec, routeName } from "#kit/contract/route.ts";
import { canonicalJson } from "#kit/std/json.ts";

/** The hash of a request's content, 32 bytes: the same key with another hash is a conflict. */
export function requestHash(route: Pick<RouteSpec, "method" | "path">, input: unknown): Uint8Array {
  return hash("sha256", `${routeName(route)}\n${canonicalJson(input)}`, "buffer");
}
