import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { untilHydrated, type Visitor, visit } from "./visitor.ts";

/** The site as an installed app, with a clock that only the test advances. */

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

/** A visitor whose page clock the test advances with `page.clock.runFor`; until it is paused it also runs by itself. */
async function timeless(locale: Visitor["locale"] = "en"): Promise<Visitor> {
  const visitor = await visit(browser, { locale, screen: "desktop" });
  await visitor.page.clock.install();
  await visitor.page.addInitScript("globalThis.cameAt = Date.now()");
  return visitor;
}

const calls = (page: Page, part: string) => {
  const seen: string[] = [];
  page.on("request", request => request.url().includes(part) && seen.push(request.url()));
  return seen;
};

/** How long this page has been open by its own clock. */
const openFor = async (page: Page) => (await page.evaluate("Date.now() - globalThis.cameAt")) as number;

/** From here the page's time passes only by `runFor`. */
const stopTime = async (page: Page) => page.clock.pauseAt(((await page.evaluate("Date.now()")) as number) + 1_000);

/** From here `globalThis.delays` lists the milliseconds of every timer that the page sets. */
const recordDelays = `(() => {
  const set = globalThis.setTimeout;
  globalThis.delays = [];
  globalThis.setTimeout = (run, ms, ...rest) => {
    globalThis.delays.push(ms);
    return set(run, ms, ...rest);
  };
})()`;

const workerReady = (page: Page) => page.evaluate("navigator.serviceWorker.ready.then(() => true)");

describe("versions", () => {
  test("a newer build is found by asking every 60 s and on focus, and said once, gently", async () => {
    const alice = await timeless();
    const { page } = alice;
    let { id } = (await (await fetch(`${inject("app").local}/latest-build.json`)).json()) as { id: string };
    await page.route("**/latest-build.json*", route => route.fulfill({ json: { id } }));
    const asked = calls(page, "/latest-build.json?");
    await alice.go("/faq");
    await page.clock.runFor(1_000);
    await workerReady(page);
    const notice = page.getByText(alice.say("lobby:app.new_version"));
    await stopTime(page);
    await page.clock.runFor(Math.max(0, 55_000 - (await openFor(page))));
    expect(asked).toEqual([]);
    await page.clock.runFor(15_000);
    await page.clock.resume();
    await expect.poll(() => asked.length).toBe(1);
    expect(await notice.count()).toBe(0);
    const cookies = await alice.context.cookies();
    const version = cookies.find(({ name }) => name === "user-version");
    expect(Math.round((version?.expires ?? 0) - Date.now() / 1000)).toBeGreaterThan(86_000);
    id = "another build";
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await notice.waitFor();
    await page.clock.runFor(180_000);
    expect(await notice.count()).toBe(1);
    const loaded = page.waitForEvent("load");
    await alice.button(alice.say("lobby:app.reload")).click();
    await loaded;
    await alice.leave();
  });

  test("a version that another tab has let take over waits for a dialog to be closed and for a field to be left", async () => {
    const mona = await timeless();
    const { page } = mona;
    /** Another tab has activated a new version, which leaves this tab unchanged for a while. */
    const takeOver = async () => {
      await page.clock.runFor(1_000);
      await workerReady(page);
      await page.evaluate("globalThis.untouched = true");
      // The first one is not a new version: the page loaded without any.
      const announceUpdate = "navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))";
      for (const attempt of [1, 2]) expect(await page.evaluate(announceUpdate), `${attempt}`).toBe(true);
      await page.clock.runFor(5_000);
      expect(await page.evaluate("globalThis.untouched")).toBe(true);
    };
    const loadedAnew = () =>
      expect.poll(() => page.evaluate("globalThis.untouched ?? false").catch(() => true)).toBe(false);
    await mona.go("/faq?login");
    await page.getByRole("dialog").waitFor();
    await takeOver();
    await page.keyboard.press("Escape");
    await loadedAnew();
    await mona.go("/faq");
    await page.evaluate("document.body.append(Object.assign(document.createElement('input'), { className: 'own' }))");
    await page.locator("input.own").focus();
    await takeOver();
    await page.locator("input.own").blur();
    await loadedAnew();
    await mona.leave();
  });

  test("the service worker is looked for every 20 s", async () => {
    const bob = await timeless();
    const { page } = bob;
    await bob.go("/faq");
    await page.clock.runFor(1_000);
    await workerReady(page);
    const asked = calls(page, "/sw.js");
    await stopTime(page);
    const first = asked.length;
    for (const attempt of [1, 2, 3]) {
      await page.clock.runFor(20_000);
      await expect.poll(() => asked.length).toBe(first + attempt);
    }
    await bob.leave();
  });

  test("a missing build chunk reloads the page, at most once in ten seconds", async () => {
    const carol = await visit(browser, { locale: "en", screen: "desktop" });
    const { page } = carol;
    // Loaded ahead at the first move of the pointer: until the dialog can be opened, a lost chunk may be one of its.
    const dialog = page.getByRole("dialog");
    const openAndClose = async () => {
      await page.locator('a[href*="signup"]:visible').first().click();
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    };
    await carol.go("/faq");
    // The clock does not reach ten seconds, however slow the machine is.
    await page.clock.setFixedTime(Date.now());
    await page.route("**/assets/chat-panel-*.js", route => route.abort());
    await openAndClose();
    await page.evaluate("globalThis.untouched = true");
    await page.locator(".chat-side").click();
    await expect.poll(() => page.evaluate("globalThis.untouched").catch(() => true)).toBeUndefined();
    await page.waitForLoadState("networkidle");
    await untilHydrated(page);
    await openAndClose();
    await page.evaluate("globalThis.untouched = true");
    await page.locator(".chat-side").click();
    await page.getByText(carol.say("lobby:error.title")).waitFor();
    expect(await page.evaluate("globalThis.untouched")).toBe(true);
    await carol.leave();
  });
});

describe("the install prompt", () => {
  const offer = `(() => {
    const event = new Event("beforeinstallprompt");
    event.prompt = async () => { globalThis.prompted = true; };
    dispatchEvent(event);
  })()`;

  test("is not shown on the first visit, is shown on the next, and never again once the visitor opted out", async () => {
    const dave = await visit(browser, { locale: "ru", screen: "phone" });
    const strip = (page: Page) => page.getByRole("region", { name: dave.say("lobby:app.install") });
    const come = async () => {
      const page = await dave.context.newPage();
      await page.goto(dave.page.url());
      await page.waitForLoadState("networkidle");
      await untilHydrated(page);
      await page.evaluate(offer);
      return page;
    };
    await dave.go("/faq");
    await dave.page.evaluate(offer);
    await dave.page.waitForTimeout(300);
    expect(await strip(dave.page).count()).toBe(0);
    const second = await come();
    await strip(second).waitFor();
    await second.getByRole("button", { name: dave.say("lobby:app.install"), exact: true }).click();
    expect(await second.evaluate("globalThis.prompted")).toBe(true);
    const third = await come();
    await third.getByRole("button", { name: dave.say("lobby:app.never") }).click();
    await strip(third).waitFor({ state: "hidden" });
    const fourth = await come();
    await fourth.waitForTimeout(300);
    expect(await strip(fourth).count()).toBe(0);
    expect(await fourth.evaluate("localStorage.getItem('install_dismissed')")).toBe("true");
    await dave.leave();
  });

  test("an installed app is not asked to be installed", async () => {
    const judy = await visit(browser, { locale: "en", screen: "phone" });
    const { page } = judy;
    await page.addInitScript(`
      localStorage.setItem("visits", "5");
      const real = matchMedia.bind(window);
      window.matchMedia = query => query.includes("standalone") ? { matches: true } : real(query);`);
    await judy.go("/faq");
    await page.evaluate(offer);
    await page.waitForTimeout(300);
    expect(await page.getByRole("region", { name: judy.say("lobby:app.install") }).count()).toBe(0);
    await judy.leave();
  });
});

describe("what a browser keeps", () => {
  test("nothing private is in any cache, mirrors are brought every ten minutes, and logging out empties everything", async () => {
    const erin = await timeless();
    const { page } = erin;
    await erin.go("/");
    await erin.register(`erin-${Date.now()}@example.com`);
    await erin.go("/profile");
    await workerReady(page);
    await page.reload();
    await page.waitForLoadState("networkidle");
    const cachedPaths = `(async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
      return found;
    })()`;
    await expect.poll(() => page.evaluate(cachedPaths)).toEqual(["/mirrors.json"]);
    await page.evaluate("caches.delete('mirrors')");
    await page.clock.runFor(9 * 60_000);
    expect(await page.evaluate(cachedPaths)).toEqual([]);
    await page.clock.runFor(60_000);
    await expect.poll(() => page.evaluate(cachedPaths)).toEqual(["/mirrors.json"]);
    const identity = () => page.evaluate("localStorage.session_id ?? null");
    expect(await identity()).toEqual(expect.any(String));
    await page.locator(".ava-btn").click();
    await page.getByRole("menuitem", { name: erin.say("lobby:frame.log_out") }).click();
    await expect.poll(() => page.evaluate(cachedPaths)).toEqual([]);
    expect(await identity()).toBeNull();
    await erin.leave();
  });

  test("a fingerprint in idle time and a session id, both in local storage and the same after a reload", async () => {
    const frank = await visit(browser, { locale: "en", screen: "desktop" });
    const { page } = frank;
    await frank.go("/faq");
    const read = () => page.evaluate("[localStorage.fingerprint, localStorage.session_id]") as Promise<string[]>;
    await expect
      .poll(read)
      .toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const first = await read();
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(await read()).toEqual(first);
    await frank.leave();
  });
});

describe("without a network", () => {
  test("opening a page says so and offers to try again; with the network back it is there", async () => {
    const kurt = await visit(browser, { locale: "en", screen: "phone" });
    const { page } = kurt;
    await kurt.go("/faq");
    await workerReady(page);
    await page.reload();
    await page.waitForLoadState("networkidle");
    await kurt.context.setOffline(true);
    await page.reload();
    expect(await page.title()).toBe("No connection");
    await kurt.context.setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await page.waitForURL("**/faq");
    await expect.poll(() => page.title()).toContain("Fairhouse");
    await kurt.leave();
  });
});

describe("the chat", () => {
  test("is on every page, keeps a guest's message, and is refreshed 250 ms after each change of the page without losing the draft", async () => {
    const grace = await timeless();
    const { page } = grace;
    await grace.go("/");
    await grace.register(`grace-${Date.now()}@example.com`);
    await grace.go("/faq");
    await page.clock.runFor(1_000);
    await page.locator(".chat-side").click();
    const text = page.getByLabel(grace.say("support:chat.text"));
    await text.fill("How do limits work?");
    await stopTime(page);
    await page.evaluate(recordDelays);
    const read = calls(page, "/api/v1/support/conversations");
    await page
      .locator(".pagefoot")
      .getByRole("link", { name: grace.say("lobby:menu.verify") })
      .click();
    await page.waitForURL("**/verify");
    // The page has changed when its own title has.
    await expect.poll(() => page.title()).not.toContain(grace.say("lobby:menu.faq"));
    await expect.poll(() => page.evaluate("globalThis.delays.includes(250)")).toBe(true);
    await page.clock.runFor(240);
    expect(read).toHaveLength(0);
    await page.clock.runFor(20);
    await expect.poll(() => read.length).toBe(1);
    await page.clock.resume();
    expect(await text.inputValue()).toBe("How do limits work?");
    await grace.button(grace.say("support:chat.send")).click();
    await page.locator(".said.own").waitFor();
    const { data } = await grace.call<{ data: { conversation: object } }>("GET", "/api/v1/support/conversations");
    expect(data.conversation).toMatchObject({ messages: [{ text: "How do limits work?" }] });
    expect(grace.complaints).toEqual([]);
    await grace.leave();
  });
});

describe("delays", () => {
  test("who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed", async () => {
    const heidi = await timeless("kz");
    const { page } = heidi;
    await heidi.go("/?signup");
    await page.clock.runFor(1_000);
    await page.getByRole("dialog").waitFor();
    await page.getByRole("radio", { name: heidi.say("accounts:auth.by_email") }).click();
    await page.getByLabel(heidi.say("accounts:auth.email"), { exact: true }).fill(`heidi-${Date.now()}@example.com`);
    await page.getByLabel(heidi.say("accounts:auth.password"), { exact: true }).fill(heidi.password);
    await page.getByRole("checkbox").check();
    const now = async () => (await page.evaluate("Date.now()")) as number;
    const asked = await now();
    await heidi.button(heidi.say("accounts:auth.open_account")).click();
    await page.locator(".wallet").waitFor();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.waitForURL(({ search }) => search === "");
    const arrived = await now();
    await page.clock.pauseAt(asked + 16_900);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.clock.pauseAt(arrived + 17_100);
    await page.clock.resume();
    await page.getByRole("dialog").waitFor();
    expect(new URL(page.url()).search).toContain("deposit");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.clock.runFor(60_000);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await heidi.leave();
  });

  test("a player who logs in is remembered for 30 days, takes the page's language and time zone where the profile had none, and sees the deposit after 17 s", async () => {
    const { localApi } = inject("app");
    const email = `lena-${Date.now()}@example.com`;
    const body = { email, password: "correct-horse-battery", currency: "KZT", agree: true };
    const made = await fetch(`${localApi}/api/v2/auth/register/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(made.status).toBe(201);
    const lena = await timeless("kz");
    const { page } = lena;
    await lena.go("/?login");
    await page.getByRole("dialog").waitFor();
    await page.getByRole("radio", { name: lena.say("accounts:auth.by_email") }).click();
    await page.getByLabel(lena.say("accounts:auth.email"), { exact: true }).fill(email);
    await page.getByLabel(lena.say("accounts:auth.password"), { exact: true }).fill(body.password);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: lena.say("accounts:auth.log_in"), exact: true })
      .last()
      .click();
    await page.locator(".wallet").waitFor();
    await page.waitForURL(({ search }) => search === "");
    const arrived = (await page.evaluate("Date.now()")) as number;
    const token = (await lena.context.cookies()).find(({ name }) => name === "token");
    expect((token?.expires ?? 0) - arrived / 1000).toBeGreaterThan(29.9 * 86_400);
    expect((token?.expires ?? 0) - arrived / 1000).toBeLessThan(30.1 * 86_400);
    await expect
      .poll(async () => (await lena.profile()) as object)
      .toMatchObject({ locale: "kz", timezone: expect.any(String) });
    await stopTime(page);
    const here = ((await page.evaluate("Date.now()")) as number) - arrived;
    await page.clock.runFor(Math.max(0, 8_000 - here));
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await page.getByRole("dialog").waitFor();
    expect(new URL(page.url()).search).toContain("deposit");
    await lena.leave();
  });

  test("who is busy with another dialog when the 17 s are over is not shown the deposit over it", async () => {
    const otto = await timeless();
    const { page } = otto;
    const entry = (does: string) => page.evaluate(`sessionStorage.${does}`);
    await otto.go("/");
    await otto.register(`otto-${Date.now()}@example.com`);
    await entry("setItem('entered_at', Date.now())");
    await otto.go("/profile/access");
    await otto.button(otto.say("factors:totp.switch_on")).click();
    await page.getByRole("dialog").waitFor();
    await page.clock.runFor(18_000);
    expect(await entry("getItem('entered_at')")).toBeNull();
    await page.clock.resume();
    await page.waitForTimeout(500);
    expect(await page.getByRole("dialog").count()).toBe(1);
    expect(new URL(page.url()).search).toBe("");
    await otto.leave();
  });

  test("an open deposit is asked about every 5 s", async () => {
    const mira = await timeless("en");
    const { page } = mira;
    await mira.go("/");
    await mira.register(`mira-${Date.now()}@example.com`);
    await mira.go("/?deposit");
    await page.locator(".pm").nth(1).click();
    await page.locator(".pay-go").click();
    await page.getByRole("timer").waitFor();
    // By the page's own clock: when it asks, and when the response is in its hands.
    await page.evaluate(`{
      globalThis.asked = [];
      globalThis.answered = [];
      const send = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        if (!String(input.url ?? input).includes("/billing/payment/status/")) return send(input, init);
        globalThis.asked.push(Date.now());
        const response = await send(input, init);
        await response.clone().arrayBuffer();
        globalThis.answered.push(Date.now());
        return response;
      };
    }`);
    const stamps = async (name: "asked" | "answered") => (await page.evaluate(`globalThis.${name}`)) as number[];
    await stopTime(page);
    const third = async () => {
      await page.clock.runFor(500);
      return (await stamps("asked")).length;
    };
    await expect.poll(third, { interval: 50, timeout: 30_000 }).toBe(3);
    const [, second, last] = await stamps("asked");
    const [firstAnswer, secondAnswer] = await stamps("answered");
    for (const [next, answer] of [
      [second, firstAnswer],
      [last, secondAnswer],
    ] as const) {
      expect((next ?? 0) - (answer ?? 0)).toBeGreaterThanOrEqual(4_500);
      expect((next ?? 0) - (answer ?? 0)).toBeLessThanOrEqual(5_500);
    }
    await mira.leave();
  });

  test("a second press within 300 ms of the first is the same bet, one after that is another", async () => {
    const nora = await timeless("en");
    const { page } = nora;
    await nora.go("/");
    await nora.register(`nora-${Date.now()}@example.com`);
    await nora.fund("5000");
    await nora.go("/games/dice");
    const roll = page.getByRole("button", { name: /^Roll over/ });
    const shown = page.locator(".bet-history a");
    await stopTime(page);
    await roll.click();
    await expect.poll(() => shown.count()).toBe(1);
    for (const ms of [0, 200]) {
      await page.clock.runFor(ms);
      await roll.click({ force: true });
      await page.keyboard.press("Enter");
    }
    await page.clock.runFor(150);
    await roll.click();
    await expect.poll(() => shown.count()).toBe(2);
    const { data } = await nora.call<{ data: { items: object[] } }>("GET", "/api/v1/games/dice/rounds");
    expect(data.items).toHaveLength(2);
    await nora.leave();
  });

  test("a notification is shown top right for 3000 ms", async () => {
    const ivan = await timeless("ru");
    const { page } = ivan;
    await ivan.go("/");
    await ivan.register(`ivan-${Date.now()}@example.com`);
    await ivan.go("/vip-club");
    const send = ivan.button(ivan.say("vip:join.send"));
    await send.waitFor();
    // Toasts are loaded after the first paint.
    await page.waitForTimeout(500);
    await stopTime(page);
    await send.click();
    const toast = page.getByText(ivan.say("vip:join.sent"));
    // It appears with the response, and its timer is paused during the check.
    const shown = async () => {
      await page.clock.runFor(20);
      return toast.count();
    };
    await expect.poll(shown, { interval: 100 }).toBe(1);
    await page.clock.runFor(400);
    const box = await page.locator(".toast").boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1440 - 60);
    expect(box?.y ?? 900).toBeLessThan(120);
    await page.clock.runFor(1_500);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(2_500);
    await toast.waitFor({ state: "hidden" });
    await ivan.leave();
  });
});
