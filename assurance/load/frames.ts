import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { type AppAddresses, startOwnApp } from "../../e2e/app.ts";
import { launchBrowser } from "../../e2e/browser.ts";
import { type Visitor, visit } from "../../e2e/visitor.ts";
import type { BenchSuite } from "./bench-suite.ts";

/** A mid-range phone: this many times slower than this machine. */
const slowdown = 4;
const phone = { width: 390, height: 844 };

/** What moves on a stage, and for how long it is measured. */
interface Scene {
  readonly name: string;
  readonly path: string;
  /** Two players with money, the first of whom is at the page; otherwise a guest is. */
  readonly isMultiplayer?: true;
  /** Sets the stage in motion; the other player is somewhere else. */
  begin(page: Page, other?: Visitor): Promise<void>;
  readonly frameMs: number;
}

const key = ".bet-act .btn.primary";
const press = async (page: Page) => page.locator(key).first().click();

/** The other one joins what the first has opened. */
async function joined(other: Visitor | undefined, path: "coinflip/duels" | "cases/battles"): Promise<void> {
  for (;;) {
    const { data } =
      (await other?.call<{ data: Record<string, { id: string }[]> }>("GET", `/api/v1/games/${path}`)) ?? {};
    const open = data?.duels?.[0] ?? data?.battles?.[0];
    if (open) return other?.call("POST", `/api/v1/games/${path}/${open.id}/join`, {}, randomUUID());
  }
}

const scenes: readonly Scene[] = [
  { name: "nothing moves", path: "dice", begin: async () => undefined, frameMs: 2000 },
  { name: "dice: the number rolls", path: "dice", begin: press, frameMs: 1000 },
  {
    name: "plinko: six balls through sixteen rows",
    path: "plinko",
    begin: async page => {
      await page.locator(".plinko-rows [role=radio]").last().click();
      for (let ball = 0; ball < 6; ball++) await press(page);
    },
    frameMs: 2000,
  },
  { name: "limbo: the multiplier climbs", path: "limbo", begin: press, frameMs: 1000 },
  { name: "coinflip: a toss", path: "coinflip", begin: press, frameMs: 1300 },
  {
    name: "keno: ten balls",
    path: "keno",
    begin: async page => {
      for (const number of [3, 7, 12, 24]) await page.locator(".keno-board button").nth(number).click();
      await press(page);
    },
    frameMs: 1500,
  },
  {
    name: "miner: plates tip away",
    path: "miner",
    begin: async page => {
      await press(page);
      for (const tile of [6, 12]) await page.locator(`[data-tile="${tile}"]`).click();
    },
    frameMs: 1000,
  },
  {
    name: "hilo: the next card",
    path: "hilo",
    begin: async page => {
      await press(page);
      await page.locator(".hilo-offer:not(.pass):not(:disabled):not([aria-disabled=true])").first().click();
    },
    frameMs: 1000,
  },
  { name: "cases: the strip", path: "cases/amber", begin: press, frameMs: 4200 },
  {
    name: "crash: the flight",
    path: "crash",
    begin: async page => page.locator(".crash-head:not(.quiet):not(.soft)").waitFor({ timeout: 120_000 }),
    frameMs: 3000,
  },
  {
    name: "roulette: the wheel",
    path: "roulette",
    begin: async page => {
      const angle = () => page.evaluate<string>('document.querySelector(".rl-wheel .turn")?.style.transform ?? ""');
      for (let attempts = 0; attempts < 300; attempts++) {
        const before = await angle();
        await page.waitForTimeout(150);
        if ((await angle()) !== before) return;
      }
    },
    frameMs: 4000,
  },
  {
    name: "rooms: the wheel turns",
    path: "rooms/yellow",
    isMultiplayer: true,
    begin: async (page, other) => {
      await press(page);
      await other?.call("POST", "/api/v1/games/rooms/yellow/bets", { stake: "500" }, randomUUID());
      await page.locator(".rooms-wheel .pointer[style*='transition: transform']").waitFor({ timeout: 120_000 });
    },
    frameMs: 4000,
  },
  {
    name: "duels: the coin falls",
    path: "coinflip/duels",
    isMultiplayer: true,
    begin: async (page, other) => {
      await page.getByRole("checkbox").uncheck();
      await press(page);
      await joined(other, "coinflip/duels");
      await page.locator(".duel-coin.falling").waitFor();
    },
    frameMs: 1200,
  },
  {
    name: "battles: two strips",
    path: "cases/battles",
    isMultiplayer: true,
    begin: async (page, other) => {
      await page.locator(".case-picks button[aria-label*='ore'][aria-label*='Bazaar']").click();
      await press(page);
      await joined(other, "cases/battles");
      await page.locator(".seat-reel .reel").first().waitFor();
    },
    frameMs: 3000,
  },
];

/** Times between frames while each stage moves, on a processor that is slowed down. */
export const benchFrames: BenchSuite = async () => {
  const folder = await mkdtemp(join(tmpdir(), "fairhouse-frames-"));
  const { app, addresses } = await startOwnApp(folder);
  const browser = await launchBrowser();
  try {
    const two = await Promise.all(["lena", "marat"].map(name => comeWithMoney(browser, addresses, name)));
    const rows = [];
    for (const scene of scenes) {
      const page = await atThePage(browser, scene.isMultiplayer ? two[0] : undefined);
      await page.goto(`${addresses.site}/en/games/${scene.path}`);
      await page.waitForLoadState("networkidle");
      const slow = await page.context().newCDPSession(page);
      await slow.send("Performance.enable");
      await slow.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      await scene.begin(page, two[1]);
      const before = await worked(slow);
      const gaps = (await page.evaluate<number[]>(watch(scene.frameMs))).sort((a, b) => a - b);
      const after = await worked(slow);
      const each = (ms: number) => Math.round((ms / gaps.length) * 10) / 10;
      const at = (part: number) => Math.round((gaps[Math.floor(gaps.length * part)] ?? 0) * 10) / 10;
      const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
      rows.push({
        scene: scene.name,
        frames: gaps.length,
        "p50 ms": at(0.5),
        "p95 ms": at(0.95),
        // What the page itself did: without painting, which a phone does on other processors.
        "script ms/frame": each(after.script - before.script),
        "layout ms/frame": each(after.layout - before.layout),
        load,
      });
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** A new page of a player, or of a new guest. */
async function atThePage(browser: Browser, player: Visitor | undefined): Promise<Page> {
  const shape = { viewport: phone, isMobile: true, hasTouch: true, locale: "en" };
  const page = await (player?.context ?? (await browser.newContext(shape))).newPage();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  return page;
}

async function comeWithMoney(browser: Browser, app: AppAddresses, name: string): Promise<Visitor> {
  const visitor = await visit(browser, { locale: "en", screen: "phone", app });
  await visitor.register(`${name}@example.com`);
  await visitor.fund("20000");
  await visitor.page.goto("about:blank");
  return visitor;
}

/** Milliseconds that the page has spent in scripts, and on styles and layout. */
async function worked(slow: CDPSession): Promise<{ readonly script: number; readonly layout: number }> {
  const { metrics } = await slow.send("Performance.getMetrics");
  const ms = (name: string) => (metrics.find(each => each.name === name)?.value ?? 0) * 1000;
  return { script: ms("ScriptDuration"), layout: ms("LayoutDuration") + ms("RecalcStyleDuration") };
}

/** A script that gathers the times between the frames of so many milliseconds. */
function watch(ms: number): string {
  return `new Promise(done => {
    const gaps = [];
    const start = performance.now();
    let last = start;
    const frame = now => {
      gaps.push(now - last);
      last = now;
      if (now - start < ${ms}) requestAnimationFrame(frame);
      else done(gaps.slice(1));
    };
    requestAnimationFrame(frame);
  })`;
}
