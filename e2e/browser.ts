import { type Browser, chromium } from "playwright-core";

/**
 * Starts the Chromium of CHROMIUM_PATH (tools/test.ts sets it), else Debian's, with more switches. Letters are as wide in the one
 * without windows as in the others. The caller closes it.
 */
export function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--font-render-hinting=none", ...(root ? ["--no-sandbox"] : []), ...switches],
  });
}

/** Milliseconds that a page may take for one thing on a slow machine before its story is given up. */
export const patience = 60_000;

/** Milliseconds within which a crash round that has begun, however long it flies (231 s at most), and the next one's bets are over. */
export const longestFlight = 270_000;
