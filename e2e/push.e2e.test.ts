import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { launchTestBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

interface Subscription {
  readonly endpoint: string;
  readonly keys: object;
}

/** Headless browsers subscribe nowhere and say that notifications are denied: this page's browser has the subscription of one of the sandbox's. */
const withSubscription = (made: Subscription) => `{
  const made = ${JSON.stringify(made)};
  const subscription = { endpoint: made.endpoint, options: { applicationServerKey: null }, toJSON: () => made };
  const has = () => localStorage.getItem("subscribed") === "yes";
  subscription.unsubscribe = async () => (localStorage.removeItem("subscribed"), true);
  Object.defineProperty(Notification, "permission", { get: () => "default" });
  PushManager.prototype.getSubscription = async () => (has() ? subscription : null);
  PushManager.prototype.subscribe = async () => (localStorage.setItem("subscribed", "yes"), subscription);
}`;

/** Delivers a message to the page's service worker as the browser's push service does. */
async function deliver(cdp: CDPSession, page: Page, data: string): Promise<void> {
  const found = new Promise<string>(resolve =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => page.url().startsWith(scopeURL));
      if (own) resolve(own.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  const registrationId = await found;
  await cdp.send("ServiceWorker.deliverPushMessage", { origin: new URL(page.url()).origin, registrationId, data });
}

/** Headless browsers show no notification: what the worker asks for is kept in its place. */
const keepShown = `{
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) => void self.shown.push({ title, body, tag });
}`;

test("alice turns notifications on, and her locked phone says that her limits were changed; turned off, it is quiet", async () => {
  const { sandbox } = inject("app");
  const made = (await (await fetch(`${sandbox}/push/browsers`, { method: "POST" })).json()) as Subscription;
  const alice = await visit(browser, { locale: "ru", screen: "phone" });
  const { page } = alice;
  await alice.context.grantPermissions(["notifications"]);
  await page.addInitScript(withSubscription(made));
  await alice.register(`push-${Date.now()}@example.com`);
  await alice.go("/profile/access");
  const card = page.locator("section.access", { hasText: alice.say("notifications:push.title") });
  await page.getByText(alice.say("notifications:push.off")).waitFor();
  await card.getByRole("button", { name: alice.say("notifications:push.turn_on"), exact: true }).click();
  await page.getByText(alice.say("notifications:push.on"), { exact: true }).waitFor();

  await alice.call("PUT", "/api/v1/limits", { currency: "KZT", wager_limit: "5000" });
  const pushed = async () => {
    const answer = await fetch(`${sandbox}/outbox?to=${made.endpoint.split("/").at(-1)}`);
    return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
  };
  await expect.poll(async () => (await pushed()).length).toBe(1);
  const [data = ""] = await pushed();
  const title = alice.say("notifications:kinds.limits_changed.title");
  expect(JSON.parse(data)).toMatchObject({ title, path: "/ru/profile/inbox" });
  const worker = required(alice.context.serviceWorkers()[0], "the site's service worker");
  await worker.evaluate(keepShown);
  const cdp = await alice.context.newCDPSession(page);
  await deliver(cdp, page, data);
  const { id } = JSON.parse(data) as { id: string };
  await expect
    .poll(() => worker.evaluate("self.shown"))
    .toEqual([{ title, body: alice.say("notifications:push.open"), tag: id }]);

  await card.getByRole("button", { name: alice.say("notifications:push.turn_off"), exact: true }).click();
  await page.getByText(alice.say("notifications:push.off"), { exact: true }).waitFor();
  await alice.call("PUT", "/api/v1/limits", { currency: "KZT", wager_limit: "4000" });
  await page.goto(page.url());
  await page.getByText(alice.say("notifications:push.off"), { exact: true }).waitFor();
  expect(await pushed()).toHaveLength(1);
  await alice.leave();
});
