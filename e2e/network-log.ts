import type { BrowserContext } from "playwright-core";
import * as z from "zod/mini";
import { type Route, routeName } from "#kit/contract/route.ts";

/** One call of a page to an API host, with its request and response as its script saw them. */
export interface LoggedCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly language: string | undefined;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

export interface NetworkLog {
  readonly calls: readonly LoggedCall[];
  /** Records every page of a browser that is opened from now on. */
  listenTo(context: BrowserContext): Promise<void>;
}

type LoggedRequest = Omit<LoggedCall, "body" | "answer"> & { readonly body: string | null; readonly answer: string };

/**
 * A page navigates right after a sign-in, and the browser discards the response; so the page itself reports each
 * call before it continues.
 */
const notifying = `(() => {
  const send = window.fetch.bind(window);
  window.fetch = async (address, given = {}) => {
    const response = await send(address, given);
    const { hostname, pathname: path } = new URL(response.url);
    if (!hostname.startsWith("api.")) return response;
    const headers = new Headers(given.headers);
    await window.recordInLog({
      method: given.method ?? "GET", path, status: response.status,
      authorization: headers.get("authorization") ?? undefined,
      language: headers.get("accept-language") ?? undefined,
      body: typeof given.body === "string" ? given.body : null,
      answer: await response.clone().text(),
    });
    return response;
  };
})()`;

export function networkLog(): NetworkLog {
  const calls: LoggedCall[] = [];
  return {
    calls,
    async listenTo(context) {
      await context.exposeFunction("recordInLog", ({ body, answer, ...request }: LoggedRequest) => {
        calls.push({ ...request, body: json(body), answer: json(answer) });
      });
      await context.addInitScript({ content: notifying });
    },
  };
}

function json(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Contract violations in a log: undeclared calls, requests and responses of another shape. */
export function departures(calls: readonly LoggedCall[], routes: readonly Route[]): readonly string[] {
  return calls.flatMap(call => {
    const of = `${call.method} ${call.path} → ${call.status}`;
    const route = routes.find(each => each.method === call.method && matches(each.path, call.path));
    if (!route) return [`${of}: no such call`];
    const fits = (schema: z.ZodMiniType | undefined, value: unknown) =>
      schema === undefined || value === undefined || z.safeParse(schema, value).success;
    const answered = call.status < 300;
    return [
      ...(fits(route.body, call.body) || !answered ? [] : [`${of}: the body of ${routeName(route)}`]),
      ...(fits(route.output, call.answer) || !answered ? [] : [`${of}: the answer of ${routeName(route)}`]),
    ];
  });
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:[^/]+/g, "[^/]+")}$`).test(path);
}

/** A row of the specification's table of calls: request and response fields. Dots in names mean nesting. */
export type Row = readonly [call: string, sent: readonly string[], answered: readonly string[]];

/** The rows that no call of a log covers. */
export function missingCalls(rows: readonly Row[], calls: readonly LoggedCall[]): readonly string[] {
  const shows = ([name, sent, answered]: Row) =>
    calls.some(
      ({ method, path, status, body, answer }) =>
        `${method} ${path}` === name && status < 300 && hasAll(body, sent) && hasAll(answer, answered),
    );
  return rows.filter(row => !shows(row)).map(row => row.flat().join(" "));
}

function hasAll(value: unknown, names: readonly string[]): boolean {
  return names.every(name => {
    let at = value;
    for (const part of name.split(".")) {
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return false;
      at = (at as Record<string, unknown>)[part];
    }
    return true;
  });
}
