import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, expect, inject } from "vitest";
import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import { runningAppEnvironment } from "#tools/start/running-database.ts";
import { launchTestBrowser, patience } from "./browser.ts";
import { say } from "./texts.ts";
import { tooWide } from "./too-wide.ts";
import { listen, screens, userAgent } from "./visitor.ts";

export const password = "a long enough password";

/** A text of the back office in English. */
export const t = (key: string, values?: Readonly<Record<string, string>>) => say("en", `office:${key}`, values);

/** An operator, signed in to the back office in a browser of their own. */
export interface Operator {
  readonly name: string;
  readonly email: string;
  readonly page: Page;
  readonly complaints: readonly string[];
  enter(path: string): Promise<void>;
  /** The table row with this text. There may be others: all tests share the installation. */
  row(words: string): Locator;
  /** Presses a button, fills in its dialog, and confirms. */
  decide(row: string, action: string, fill?: (page: Page) => Promise<void>, table?: string): Promise<void>;
}

/** The back office of a running installation, with access to its database. */
export interface Office {
  readonly browser: Browser;
  readonly host: Host;
  hire(name: string, role: Role): Promise<Operator>;
  close(): Promise<void>;
}

/** What an app with this secret shows now. */
export const codeOf = (secret: Uint8Array | string): string =>
  new TOTP({
    algorithm: "SHA1",
    digits: 6,
    period: 30,
    secret:
      typeof secret === "string" ? Secret.fromBase32(secret) : new Secret({ buffer: Uint8Array.from(secret).buffer }),
  }).generate();

/** Complaints of pages, without the one refused request that browsers report of operators: the session, before the sign-in. */
export const complaintsOf = (...people: readonly Pick<Operator, "complaints">[]): string[] =>
  people.flatMap(({ complaints }) => complaints).filter(line => !/401 .*\/api\/office\/me$/.test(line));

export const isFocused = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(":focus")).count()) === 1;

/** Checks the operator's current page at a phone's width. */
export async function fitsPhone({ page }: Operator): Promise<void> {
  await page.setViewportSize(screens.phone);
  expect(await tooWide(page), page.url()).toEqual([]);
  await page.setViewportSize(screens.desktop);
}

/** Presses a key until the focused element begins with this text. */
export async function tabTo(page: Page, name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const focused = page.locator(":focus");
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    if ((await focused.count()) === 1 && (await focused.textContent())?.startsWith(name)) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

/** `folder` and `office` are the data folder of the installation and the address of its back office. */
export async function openOffice(
  browser: Browser,
  { folder, office }: { readonly folder: string; readonly office: string },
): Promise<Office> {
  const { host, close } = systemHost(readConfig(await runningAppEnvironment({ DATA_DIR: folder })));
  const { operators } = createModules(host);
  return {
    browser,
    host,
    close,
    async hire(name, role) {
      // Another address at each attempt of a test.
      const email = `${name.toLowerCase()}.${randomBytes(3).toString("hex")}@house.example`;
      const secret = randomBytes(20);
      await operators.registerDemoOperator({ email, name, role, password, secret });
      const context = await browser.newContext({ viewport: screens.desktop, locale: "en", userAgent });
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      const complaints = listen(page);
      await page.goto(`${office}/`);
      await page.waitForURL(`${office}/login`);
      await page.getByLabel(t("login.email")).fill(email);
      await page.getByLabel(t("login.password")).fill(password);
      await page.getByRole("button", { name: t("login.next") }).click();
      await page.getByLabel(t("login.code")).fill(codeOf(secret));
      await page.getByRole("button", { name: t("login.enter") }).click();
      await page.waitForURL(`${office}/`).catch(async error => {
        throw new Error(`${name} was not let in: ${await page.locator("body").innerText()}`, { cause: error });
      });
      return {
        name,
        email,
        page,
        complaints,
        async enter(path) {
          await page.goto(office + path);
          await page.waitForLoadState("networkidle");
          await page.locator(".page-body").waitFor();
        },
        row: words => page.locator("tr", { hasText: words }),
        async decide(words, action, fill, table) {
          const rows = table === undefined ? page : page.getByRole("region", { name: table, exact: true });
          const scope = words === "" ? page.locator(".bar") : rows.locator("tr", { hasText: words });
          await scope.getByRole("button", { name: action, exact: true }).click();
          const dialog = page.getByRole("dialog");
          await fill?.(page);
          await dialog.getByRole("button", { name: action, exact: true }).click();
          await dialog.waitFor({ state: "detached" });
        },
      };
    },
  };
}

/** For the top of a test file: the back office of the installation that all files share, in a browser of their own until they have run. */
export async function openSharedOffice(): Promise<Office> {
  const browser = await launchTestBrowser();
  const office = await openOffice(browser, inject("app"));
  afterAll(async () => {
    await office.close();
    await browser.close();
  });
  return office;
}
