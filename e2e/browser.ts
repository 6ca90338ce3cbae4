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

/** Milliseconds that one action of a page may take on a slow machine before its test fails. */
export const patience = 60_000;

/** Milliseconds within which a running crash round (231 s at most) and the betting of the next one end. */
export const longestFlight = 270_000;
