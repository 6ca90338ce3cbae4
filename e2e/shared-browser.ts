import type { Browser, BrowserContext, Page } from "playwright-core";
import { patience } from "./browser.ts";
import type { NetworkLog } from "./network-log.ts";
import { userAgent } from "./visitor.ts";

/** A person at a browser. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Document requests of the first page. */
  readonly documents: string[];
  /** Exceptions and console errors of the first page. */
  readonly complaints: readonly string[];
  /** Closes the person's pages and clears their data. */
  leave(): Promise<void>;
}

/**
 * A browser that several people use one after the other. What is not personal stays from one to the next: the code of the pages
 * and the service workers: loading and compiling it takes most of the time of a page in a fresh browser.
 */
export interface SharedBrowser {
  comeTo(): Promise<Person>;
}

interface Wanted {
  /** The sites that store personal data. */
  readonly sites: readonly string[];
  /** Records every call of every page. */
  readonly log: NetworkLog;
  readonly agent?: string;
  /** The test controls the clock of its pages. */
  readonly clock?: boolean;
}

export async function openShared(browser: Browser, { sites, log, agent, clock }: Wanted): Promise<SharedBrowser> {
  const context = await browser.newContext({ locale: "en", userAgent: agent ?? userAgent, reducedMotion: "reduce" });
  context.setDefaultTimeout(patience);
  await log.listenTo(context);
  if (clock) await context.clock.install();

  async function forget(page: Page): Promise<void> {
    const session = await context.newCDPSession(page);
    for (const origin of sites)
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb" });
    await context.clearCookies();
  }
  return {
    async comeTo() {
      const page = await context.newPage();
      const documents: string[] = [];
      const complaints: string[] = [];
      page.on("request", request => {
        if (request.isNavigationRequest()) documents.push(request.url());
      });
      page.on("pageerror", error => complaints.push(error.message));
      page.on("console", message => message.type() === "error" && complaints.push(message.text()));
      async function leave(): Promise<void> {
        for (const each of context.pages()) if (each !== page) await each.close();
        await page.goto("about:blank");
        await forget(page);
        await page.close();
      }
      return { context, page, documents, complaints, leave };
    },
  };
}
