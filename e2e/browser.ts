import { type Browser, chromium } from "playwright-core";

/**
 * Starts the Chromium of CHROMIUM_PATH (tools/test.ts sets it), else Debian's, with additional switches. Glyph widths in the
 * headless shell match the other builds. The caller closes it.
 */
export function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--font-render-hinting=none", ...(root ? ["--no-sandbox"] : []), ...switches],
  });
}

/**
 * The same, for tests: pages that are open for seconds never earn back what optimizing their code costs, and there is no GPU to emulate.
 * A fifth less processor time for the same pages.
 */
export const launchTestBrowser = (switches: readonly string[] = []): Promise<Browser> =>
  launchBrowser(["--disable-gpu", "--js-flags=--no-maglev --no-opt", ...switches]);

/** Milliseconds that one action of a page may take on a slow machine before its test fails. */
export const patience = 120_000;

/** Milliseconds within which a running crash round (231 s at most) and the betting of the next one end. */
export const longestFlight = 270_000;
