import { gzipSync } from "node:zlib";
import type { Browser, Frame, Page } from "playwright-core";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { required } from "#kit/std/invariant.ts";
import { slots } from "#studio/slots/registry.ts";
import { tables } from "#studio/tables/registry.ts";
import { type Preview, startPreview } from "#studio/testing/preview.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { buildStudio, builtStudio } from "#tools/start/studio.ts";
import { launchBrowser } from "../../e2e/browser.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { percentile, round } from "./figures.ts";

/** A mid-range phone: this many times slower than this machine. */
const slowdown = 4;
const phone = { width: 390, height: 844 };
const watchedMs = 3_000;

/**
 * `npm run bench -- game-client`: what a phone loads before a game can be played, and the time between frames while its reels turn at a
 * quarter of the processor's speed. The baseline is the same game at rest. `--weight` leaves the frames out.
 */
export const benchGameClient: BenchSuite = async () => {
  await buildStudio(() => console.log("building the studio"));
  const preview = await startPreview(
    builtStudio,
    await ownFolder("studio-preview-"),
    await freePort(),
    await freePort(),
  );
  const browser = await launchBrowser(["--site-per-process"]);
  try {
    const rows: BenchRow[] = [];
    for (const { slug } of slots) rows.push(await measure(browser, preview, slug, true));
    for (const { slug } of tables) rows.push(await measure(browser, preview, slug, false));
    return rows;
  } finally {
    await browser.close();
    await preview.close();
  }
};

async function measure(
  browser: Browser,
  { origin, publicUrl }: Preview,
  slug: string,
  turns: boolean,
): Promise<BenchRow> {
  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const weights: Promise<number>[] = [];
  page.on("response", response => {
    if (response.url().startsWith(publicUrl) && response.ok())
      weights.push(response.body().then(body => weight(response.url(), body)));
  });
  await page.goto(`${origin}/?game=${slug}&mode=demo`);
  await page.waitForFunction("messages.some(({ type }) => type === 'ready')", undefined, { timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  const loaded = await Promise.all(weights);
  const row = {
    game: slug,
    files: loaded.length,
    "first load KB gzip": round(loaded.reduce((sum, bytes) => sum + bytes, 0) / 1000),
  };
  const moved = turns && !process.argv.includes("--weight") ? await frames(page, publicUrl) : {};
  await context.close();
  return { ...row, ...moved };
}

/** Fonts and pictures of pixels are compressed already. */
const weight = (url: string, body: Buffer) =>
  /\.(woff2|png|webp|avif)$/.test(url) ? body.length : gzipSync(body, { level: 9 }).length;

async function frames(page: Page, publicUrl: string): Promise<BenchRow> {
  const frame = required(
    page.frames().find(each => each.url().startsWith(publicUrl)),
    "the game's frame",
  );
  const slow = await page.context().newCDPSession(frame);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const rest = await watch(frame);
  await frame.locator("button.spin").click();
  const turning = await watch(frame);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return {
    "at rest p95 ms": percentile(rest.gaps, 0.95),
    "turning p50 ms": percentile(turning.gaps, 0.5),
    "turning p95 ms": percentile(turning.gaps, 0.95),
    "long tasks": turning.long.length,
    "longest ms": Math.max(0, ...turning.long),
  };
}

interface Watched {
  readonly gaps: Float64Array;
  /** Milliseconds of each task above 50. */
  readonly long: readonly number[];
}

async function watch(frame: Frame): Promise<Watched> {
  const { gaps, long } = await frame.evaluate<{ gaps: number[]; long: number[] }>(`new Promise(done => {
    const [gaps, long] = [[], []];
    const observer = new PerformanceObserver(list => long.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: "longtask" });
    const start = performance.now();
    let last = start;
    const next = now => {
      gaps.push(now - last);
      last = now;
      if (now - start < ${watchedMs}) return requestAnimationFrame(next);
      observer.disconnect();
      done({ gaps: gaps.slice(1), long });
    };
    requestAnimationFrame(next);
  })`);
  return { gaps: Float64Array.from(gaps).sort(), long };
}
