import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { type Child, startChild, untilReady } from "#tools/start/child.ts";
import { root } from "#tools/start/settings.ts";
import type { RunningApp } from "#tools/start/start-app.ts";
import { startOwnApp } from "./app.ts";
import { launchTestBrowser, longestFlight } from "./browser.ts";
import { visit } from "./visitor.ts";

const folder = await ownFolder("fairhouse-services-");
let browser: Browser;
let app: RunningApp;
let addresses: Awaited<ReturnType<typeof startOwnApp>>["addresses"];
/** A separate process at its own address that serves only crash. */
let crash: Child;
let crashPort: number;

beforeAll(async () => {
  crashPort = await freePort();
  const general = {
    SERVICES: "general,dice",
    SERVICE_ADDRESSES: `crash=http://api.fairhouse.localhost:${crashPort}`,
  };
  [browser, { app, addresses }] = await Promise.all([launchTestBrowser(), startOwnApp(folder, general)]);
  crash = startChild({
    name: "crash",
    script: join(root, "apps/server/main.ts"),
    environment: {
      ...app.environment,
      HOST: new URL(addresses.site).host,
      PORT: String(crashPort),
      API_PORT: String(await freePort()),
      SERVICES: "crash",
      SERVICE_ADDRESSES: "",
    },
    log: join(folder, "crash.log"),
  });
  await untilReady(crash, "crash", () =>
    fetch(`http://127.0.0.1:${crashPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
afterAll(async () => {
  await browser.close();
  await crash.stop(2000);
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test("crash is played on another host: its flight comes over a line of its own, and the stake out of the same wallet", async () => {
  const ida = await visit(browser, { locale: "en", screen: "desktop", app: addresses });
  await ida.register(`ida-${Date.now()}@example.com`);
  await ida.fund("50000");
  const lines: string[] = [];
  ida.page.on("websocket", line => lines.push(new URL(line.url()).port));
  await ida.go("/games/crash");
  const slot = ida.page.locator(".bet-slot").first();
  await slot.getByRole("button", { name: ida.say("crash:bet_next"), exact: true }).click({ timeout: longestFlight });
  await ida.page.getByText(ida.say("crash:flying_for")).waitFor({ timeout: longestFlight });
  expect(new Set(lines)).toEqual(new Set([new URL(addresses.site).port, String(crashPort)]));
  await expect.poll(async () => Number((await ida.profile()).total_balance)).not.toBe(50_000);
  await expect.poll(() => ida.shownBalance()).toBe(`${(await ida.profile()).total_balance} KZT`);
  expect(ida.complaints).toEqual([]);
  await ida.leave();
});
