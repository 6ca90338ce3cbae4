import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { inject } from "vitest";
import type { Locale } from "#kit/i18n/locale.ts";
import type { AppAddresses } from "./app.ts";
import { patience } from "./browser.ts";
import { say } from "./texts.ts";

/** The user agent of the tests' Chromium says headless, which the server classifies as a crawler. */
export const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

export const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

export interface VisitorOptions {
  readonly locale: Locale;
  readonly screen: keyof typeof screens;
  /** An installation other than the shared one. */
  readonly app?: AppAddresses;
}

export interface Profile {
  readonly id: string;
  readonly currency: string;
  readonly total_balance: string;
}

const password = "correct-horse-battery";

/** A person in their own browser; records every error of their pages. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly locale: Locale;
  /** The email of the account that `register` opened. */
  email: string;
  readonly password: string;
  /** Console errors, exceptions, policy violations, failed requests. */
  readonly complaints: string[];
  say(key: Parameters<typeof say>[1], values?: Readonly<Record<string, string>>): string;
  go(path: string): Promise<void>;
  button(name: string | RegExp): Locator;
  /** Calls the API as this visitor, outside the page; requires a success. */
  call<T>(method: string, path: string, body?: object, key?: string): Promise<T>;
  profile(): Promise<Profile>;
  /** The exact balance that the top bar shows, such as "4980.5 KZT". */
  shownBalance(): Promise<string | null>;
  /** Opens an account without the form, for tests that begin later. */
  register(email: string): Promise<void>;
  /** Deposits without the form: invoice, payment at the provider, credit. */
  fund(amount: string): Promise<void>;
  /** Signs out without a server call. Leaves the page first: it would still make calls, and be refused without a token. */
  forget(): Promise<void>;
  leave(): Promise<void>;
}

/** Opens a browser context for a visitor. */
export async function visit(browser: Browser, { locale, screen, app }: VisitorOptions): Promise<Visitor> {
  const { site, api, localApi, sandbox } = app ?? inject("app");
  // Not the server's time zone: a time that both render differently is an error of the page.
  const timezoneId = "Asia/Almaty";
  const context = await browser.newContext({
    viewport: screens[screen],
    locale,
    timezoneId,
    reducedMotion: "reduce",
    userAgent,
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints = listen(page);
  const token = async () => {
    const cookie = (await context.cookies(site)).find(({ name }) => name === "token");
    return cookie && decodeURIComponent(cookie.value);
  };
  const visitor: Visitor = {
    context,
    page,
    locale,
    email: "",
    password,
    complaints,
    say: (key, values) => say(locale, key, values),
    go: async path => {
      await page.goto(`${site}/${locale}${path === "/" ? "" : path}`);
      await page.waitForLoadState("networkidle");
      await untilHydrated(page);
    },
    button: name => page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }),
    async call<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
      const bearer = await token();
      const answer = await fetch(localApi + path, {
        method,
        headers: {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body && { "content-type": "application/json" }),
          ...(key && { "idempotency-key": key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (text === "" ? undefined : JSON.parse(text)) as T;
    },
    profile: async () => (await visitor.call<{ user: Profile }>("GET", "/profile/user")).user,
    shownBalance: () => page.locator("button.wallet").getAttribute("title"),
    async register(email) {
      visitor.email = email;
      // A document of the site without scripts: loading a page takes the browser and the server much longer.
      await page.goto(`${site}/robots.txt`);
      const body = { email, password, currency: "KZT", agree: true, locale, timezone: "Asia/Almaty" };
      // From within the site, so that the refresh cookie is set as by a registration.
      await page.evaluate(`(async () => {
        const answer = await fetch("${api}/api/v2/auth/register/email", {
          method: "POST", credentials: "include", headers: { "content-type": "application/json" },
          body: ${JSON.stringify(JSON.stringify(body))} });
        const { token } = await answer.json();
        document.cookie = "token=" + encodeURIComponent(token) + "; path=/; max-age=2592000; samesite=lax";
      })()`);
    },
    async fund(amount) {
      const { data } = await visitor.call<{ data: { payments: { methods: { hash: string; icon: string }[] } } }>(
        "GET",
        "/api/v2/billing/data",
      );
      const method_hash = data.payments.methods.find(({ icon }) => icon !== "transfer")?.hash;
      const before = Number((await visitor.profile()).total_balance);
      const invoice = await visitor.call<{ data: { hash: string } }>(
        "POST",
        "/api/v1/billing/payments",
        { method_hash, amount },
        crypto.randomUUID(),
      );
      await fetch(`${sandbox}/psp/invoices/${invoice.data.hash}/pay`, { method: "POST" });
      // Not `expect.poll`: it supports one test at a time, and some run concurrently.
      for (
        const until = Date.now() + patience;
        Number((await visitor.profile()).total_balance) < before + Number(amount);
      ) {
        if (Date.now() > until) throw new Error(`${amount} were paid and are not there`);
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    },
    async forget() {
      await page.goto("about:blank");
      await context.clearCookies();
    },
    leave: () => context.close(),
  };
  return visitor;
}

const isAlive =
  '"alive" in document.documentElement.dataset && [...document.querySelectorAll("button")].every(each => Object.keys(each).some(key => key.startsWith("__reactProps")))';

/** Waits until buttons react: an earlier press is replayed for a while only. A page without scripts of its own is not waited for long. */
export async function untilHydrated(page: Page): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    if (await page.evaluate<boolean>(isAlive).catch(() => false)) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", error => complaints.push(`exception at ${page.url()}: ${error.message}`));
  page.on("console", message => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("requestfailed", request => {
    // Leaving a page aborts its open requests.
    if (request.failure()?.errorText !== "net::ERR_ABORTED")
      complaints.push(`no answer: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
  });
  return complaints;
}
