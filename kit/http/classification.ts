import type { ErrorCode } from "#kit/contract/error-code.ts";
import { isOfOffice, type Route, routeName } from "#kit/contract/route.ts";
import type { Handler } from "./handler.ts";

/** Faults in the declared calls, one sentence each; empty if the server may start with them. */
export function classificationFaults(routes: readonly Route[]): string[] {
  return [...routes.flatMap(faultsOf), ...duplicateMounts(routes), ...conflictingCodes(routes)];
}

/** Operator calls that change something without an entry in the audit log, one sentence each. */
export function auditFaults(handlers: readonly Handler[]): string[] {
  return handlers
    .filter(({ route, audited }) => route.caller === "operator" && route.method !== "GET" && !audited)
    .map(({ route }) => `${routeName(route)}: what an operator does is recorded in the audit log`);
}

function faultsOf(route: Route): string[] {
  const faults: string[] = [];
  const check = (right: boolean, what: string) => {
    if (!right) faults.push(`${routeName(route)}: ${what}`);
  };
  const callers = ["anyone", "player", "provider", "operations", "operator"];
  check(callers.includes(route.caller), "it is not said who may call it");
  const moves = ["nothing", "wager", "deposit", "payout", "own", "prize", "correction"];
  check(moves.includes(route.moves), "it is not said what it moves");
  const isOperators = route.caller === "operator";
  check(isOperators === Boolean(route.permission), "a call of operators names its permission, and no other call does");
  check(
    !isOperators || !["wager", "deposit", "own", "prize"].includes(route.moves),
    "operators neither play nor pay in",
  );
  check(route.moves !== "correction" || isOperators, "only an operator corrects");
  check(!route.office || route.caller === "anyone", "calls of operators are the office's without saying so");
  check(/^\/[a-zA-Z0-9_\-./:]*$/.test(route.path), "the path has characters that paths here do not have");
  check(route.module !== "", "it names no module");
  check(route.moves === "nothing" || route.method !== "GET", "a GET moves nothing");
  check(
    route.moves === "nothing" || ["player", "provider", "operator"].includes(route.caller),
    "money is moved by players, providers and operators only",
  );
  check(!route.stepUp || isOperators, "only operators give a second factor for a call");
  const empty = route.status === 204 || route.status === 302;
  check(empty === (route.output === undefined), "204 and 302 have no output and everything else has one");
  check(!route.continues || route.moves === "wager", "only a wager can go on with an open bet");
  check(/\/:/.test(route.path) === (route.params !== undefined), "`params` declares the parameters of the path");
  check(!(route.page && (route.socket || route.method !== "GET")), "a page is asked for by GET over HTTP");
  check(
    !(route.file && (route.socket || route.page || route.method !== "GET")),
    "a file is asked for by GET over HTTP",
  );
  check(
    !route.signed || (route.caller === "provider" && route.body === undefined),
    "only a provider's call is signed, and its handler reads the bytes of the body",
  );
  check(
    !(route.ignoresBody && (route.body || route.moves !== "nothing")),
    "what ignores its body has none and moves nothing",
  );
  check(!(route.socket && route.caller === "provider"), "a provider's call has a raw body and no place on the socket");
  check(!(route.socket && isOfOffice(route)), "the back office has no socket");
  return faults;
}

function duplicateMounts(routes: readonly Route[]): string[] {
  const seen = new Set<string>();
  return routes.flatMap(route => {
    const shape = routeName(route).replace(/:[^/]+/g, ":");
    const fault = seen.has(shape) ? [`${routeName(route)}: mounted twice`] : [];
    seen.add(shape);
    return fault;
  });
}

/** One code has one meaning: two declarations of the same code must be the same object or equal in every field. */
function conflictingCodes(routes: readonly Route[]): string[] {
  const seen = new Map<string, ErrorCode>();
  return routes.flatMap(route =>
    (route.errors ?? []).flatMap(error => {
      const former = seen.get(error.code);
      seen.set(error.code, error);
      return former && former !== error && JSON.stringify(former) !== JSON.stringify(error)
        ? [`${routeName(route)}: the code ${error.code} is declared elsewhere with other words`]
        : [];
    }),
  );
}
