import { type Browser, chromium } from "playwright-core";

/** Starts the Chromium of CHROMIUM_PATH (tools/test.ts sets it), else Debian's, with more switches. The caller closes it. */
export function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [...(root ? ["--no-sandbox"] : []), ...switches],
  });
}
