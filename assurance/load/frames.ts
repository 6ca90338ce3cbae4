import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import type { Browser, CDPSession, Page } from "playwright-core";
import type { Scene } from "#modules/games/testing/game-testing.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { type AppAddresses, startOwnApp } from "../../e2e/app.ts";
import { launchBrowser } from "../../e2e/browser.ts";
import { type Visitor, visit } from "../../e2e/visitor.ts";
import type { BenchSuite } from "./bench-suite.ts";

/** A mid-range phone: this many times slower than this machine. */
const slowdown = 4;
const phone = { width: 390, height: 844 };

const scenes: readonly Scene[] = [
  { name: "nothing moves", path: "dice", begin: async () => undefined, frameMs: 2000 },
  ...Object.values(gameTesting).map(({ scene }) => scene),
];

/** Times between frames while each stage moves, on a processor that is slowed down. */
export const benchFrames: BenchSuite = async () => {
  const folder = await ownFolder("fairhouse-frames-");
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
