import { createHash } from "node:crypto";
import type { RouteSpec } from "#kit/contract/route.ts";
import { routeName } from "#kit/contract/route.ts";
import { type CookieLife, type SiteCookieName, siteCookies } from "#kit/contract/site-cookies.ts";
import type { Page } from "../visit/page.ts";

interface Refusal {
  readonly status: number;
}

/** A page without a browser: it records what the steps did. */
export interface TestPage extends Page {
  readonly cookieValues: Map<SiteCookieName, { value: string; life: CookieLife }>;
  readonly calls: { readonly name: string; readonly given: object }[];
  readonly left: string[];
  readonly logged: string[];
  address: string;
}

/** `answers`: by the name of a call; an object with `status` is a refusal, a missing one an empty response. */
export function testPage(
  address: string,
  changes: Partial<Page> & {
    readonly cookies?: never;
    readonly cookieValues?: Partial<Record<SiteCookieName, string>>;
    readonly stored?: Record<string, string>;
    readonly answers?: Readonly<Record<string, unknown>>;
  } = {},
): TestPage {
  const { cookieValues = {}, stored = {}, answers = {}, ...rest } = changes;
  const tab = new Map<string, string>();
  const jar = new Map<SiteCookieName, { value: string; life: CookieLife }>();
  for (const [name, value] of Object.entries(cookieValues) as [SiteCookieName, string][])
    jar.set(name, { value, life: siteCookies[name].life });
  const page: TestPage = {
    cookieValues: jar,
    calls: [],
    left: [],
    logged: [],
    address,
    url: () => new URL(page.address),
    cookies: {
      get: name => jar.get(name)?.value ?? null,
      set: (name, value, life = siteCookies[name].life) => void jar.set(name, { value, life }),
      remove: name => void jar.delete(name),
    },
    storage: {
      getItem: name => stored[name] ?? null,
      setItem: (name, value) => {
        stored[name] = value;
      },
    },
    tab: {
      getItem: name => tab.get(name) ?? null,
      setItem: (name, value) => void tab.set(name, value),
    },
    userAgent: "A browser",
    bot: false,
    development: false,
    sso: null,
    random: length => new Uint8Array(length).fill(7),
    sha256: async bytes => createHash("sha256").update(bytes).digest(),
    newId: () => "an-id",
    now: () => Date.UTC(2026, 0, 1),
    async call(route: RouteSpec, given: object) {
      page.calls.push({ name: routeName(route), given });
      const answer = answers[routeName(route)];
      if (typeof answer === "object" && answer !== null && "status" in answer) throw answer as Refusal;
      return answer as never;
    },
    refresh: async () => null,
    replaceAddress: url => {
      page.address = url.href;
    },
    leave: to => void page.left.push(to),
    log: message => void page.logged.push(message),
    ...rest,
  };
  return page;
}
