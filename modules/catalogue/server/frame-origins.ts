import { hostnameOf } from "#kit/http/hosts.ts";

/**
 * Whether pages of this origin are pages of the casino: its host names and everything under them. A frame of such an origin
 * would undo its own sandbox, and could read the casino's cookies. Bare `localhost` is a name of every developer's machine.
 */
export function isOwnOrigin(origin: string, hostnames: readonly string[]): boolean {
  const hostname = hostnameOf(new URL(origin).host);
  return hostnames
    .filter(own => own !== "localhost" || hostname === "localhost")
    .some(own => hostname === own || hostname.endsWith(`.${own}`));
}
