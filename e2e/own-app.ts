import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import type { RunningApp } from "#tools/start/start-app.ts";
import { type AppAddresses, startOwnApp } from "./app.ts";
import { launchTestBrowser } from "./browser.ts";

/** A separate installation and a browser for the tests of one file. */
export interface OwnApp {
  readonly browser: Browser;
  readonly app: RunningApp;
  readonly addresses: AppAddresses;
  readonly folder: string;
  /** Stops both and deletes the data. */
  close(): Promise<void>;
}

const allLocal = ["--host-resolver-rules=MAP *.localhost 127.0.0.1"];

/** For tests that need settings of their own, or that stop parts of the installation. `switches` are the browser's. */
export async function openOwnApp(
  name: string,
  settings: Parameters<typeof startOwnApp>[1] = {},
  switches: readonly string[] = allLocal,
): Promise<OwnApp> {
  const folder = await ownFolder(`fairhouse-${name}-`);
  const [browser, { app, addresses }] = await Promise.all([launchTestBrowser(switches), startOwnApp(folder, settings)]);
  return {
    browser,
    app,
    addresses,
    folder,
    async close() {
      await browser.close();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
