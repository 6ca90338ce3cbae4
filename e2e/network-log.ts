import type { BrowserContext, Response } from "playwright-core";
import * as z from "zod/mini";
import { type Route, routeName } from "#kit/contract/route.ts";

/** One call of a page to an API host, as it went over the line. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly language: string | undefined;
  readonly body: unknown;
  readonly status: number;
  /** Undefined where there was none, or the page left before it was read. */
  readonly answer: unknown;
}

export interface NetworkLog {
  readonly heard: readonly Heard[];
  /** Listens to every page of a browser, its service worker included. */
  listenTo(context: BrowserContext): void;
  /** Until all that has been heard was read. */
  settled(): Promise<void>;
}

/** An answer that does not come to its end, because its page is gone, is not waited for. */
const patienceMs = 2_000;

export function networkLog(): NetworkLog {
  const heard: Heard[] = [];
  const reading = new Set<Promise<void>>();
  async function read(response: Response): Promise<void> {
    const request = response.request();
    const { pathname } = new URL(request.url());
    const headers = request.headers();
    const late = new Promise<string>(resolve => setTimeout(resolve, patienceMs, ""));
    const text = await Promise.race([response.text().catch(() => ""), late]);
    heard.push({
      ...{ method: request.method(), path: pathname, status: response.status() },
      ...{ authorization: headers.authorization, language: headers["accept-language"] },
      ...{ body: json(request.postData()), answer: json(text) },
    });
  }
  return {
    heard,
    listenTo: context =>
      void context.on("response", response => {
        const { hostname } = new URL(response.url());
        if (!hostname.startsWith("api.") || response.request().method() === "OPTIONS") return;
        const work = read(response).finally(() => reading.delete(work));
        reading.add(work);
      }),
    settled: async () => void (await Promise.all(reading)),
  };
}

function json(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** What in a log is not as the contract says: calls nobody declared, bodies and answers of another shape. */
export function departures(heard: readonly Heard[], routes: readonly Route[]): readonly string[] {
  return heard.flatMap(call => {
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

/** A row of the specification's table of calls: what is sent, and what comes back. Names with dots are inside one another. */
export type Row = readonly [call: string, sent: readonly string[], answered: readonly string[]];

/** The rows that no call of a log shows. */
export function unheard(rows: readonly Row[], heard: readonly Heard[]): readonly string[] {
  const shows = ([name, sent, answered]: Row) =>
    heard.some(
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
