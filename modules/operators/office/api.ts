import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";

type Parts = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };

/** Asks for a second factor; resolves to whether it was given. */
type AskStepUp = () => Promise<boolean>;
let askStepUp: AskStepUp | undefined;

/** Sets the handler for calls that require a second factor. @returns removes it */
export function onStepUpRequired(ask: AskStepUp): () => void {
  askStepUp = ask;
  return () => {
    if (askStepUp === ask) askStepUp = undefined;
  };
}

/**
 * Calls the API from the back office: same origin, with the session in an HttpOnly cookie. Rejects with an ApiError. `key`: that of a
 * retried attempt; otherwise a call that moves money gets a new one. A call that takes a second factor is sent again with the same key
 * once it was given.
 */
export async function call<S extends RouteSpec>(
  route: Route<S>,
  given: Given<S>,
  key: string = crypto.randomUUID(),
): Promise<RouteOutput<S>> {
  const answer = await steppedUp(() => send(route, given, key));
  return (await answer.json().catch(() => undefined)) as RouteOutput<S>;
}

/** Calls a route that returns a file. */
export async function callFile<S extends RouteSpec>(route: Route<S>, given: Given<S>): Promise<Blob> {
  const answer = await steppedUp(() => send(route, given, crypto.randomUUID()));
  return answer.blob().catch(() => Promise.reject(new ApiError(0, undefined)));
}

async function steppedUp(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "step_up_required" || !(await askStepUp?.())) throw error;
    return ask();
  }
}

/** The response; rejects with an ApiError unless the call succeeded. */
async function send<S extends RouteSpec>(route: Route<S>, given: Given<S>, key: string): Promise<Response> {
  const { params = {}, query = {}, body } = given as Parts;
  const answer = await fetch(addressOf(route.path, params, query), {
    method: route.method,
    headers: {
      "accept-language": document.documentElement.lang,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(route.moves !== "nothing" && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!answer) throw new ApiError(0, undefined);
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => undefined));
  return answer;
}

function addressOf(path: string, params: Record<string, string>, query: Record<string, string | undefined>): string {
  const filled = path.replace(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const asked = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  return asked.length > 0 ? `${filled}?${new URLSearchParams(asked)}` : filled;
}
