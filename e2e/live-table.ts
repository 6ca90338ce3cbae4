import type { Browser, Frame, Page } from "playwright-core";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { required } from "#kit/std/invariant.ts";
import { type Preview, startPreview } from "#studio/testing/preview.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { builtStudio } from "#tools/start/studio.ts";
import { launchTestBrowser, patience } from "./browser.ts";

/** Live tables in their frame, inside the page of a casino on another origin. */
export interface LiveRoom {
  readonly preview: Preview;
  sit(game: string, query: string, viewport: typeof desktop): Promise<Seat>;
  close(): Promise<void>;
}

export interface Seat {
  readonly page: Page;
  readonly frame: Frame;
  readonly faults: readonly string[];
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export async function openLiveRoom(): Promise<LiveRoom> {
  const preview = await startPreview(
    builtStudio,
    await ownFolder("studio-preview-"),
    await freePort(),
    await freePort(),
  );
  const browser = await launchTestBrowser(["--host-resolver-rules=MAP *.localhost 127.0.0.1"]);
  return {
    preview,
    sit: (game, query, viewport) => sit(browser, preview, `game=${game}&${query}`, viewport),
    async close() {
      await browser.close();
      await preview.close();
    },
  };
}

async function sit(browser: Browser, preview: Preview, query: string, viewport: typeof desktop): Promise<Seat> {
  // Without motion: a browser without a graphics card draws it slowly.
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  page.setDefaultTimeout(patience);
  const faults: string[] = [];
  page.on("pageerror", error => faults.push(error.message));
  page.on("console", message => {
    if (/Content Security Policy|violat/i.test(message.text())) faults.push(message.text());
  });
  await page.goto(`${preview.origin}/?${query}`);
  const frame = required(
    page.frames().find(each => each.url().startsWith(preview.publicUrl)) ?? (await page.waitForEvent("frameattached")),
    "the table's frame",
  );
  await frame.waitForSelector(".felt");
  return { page, frame, faults };
}

/** The seconds that the table shows; 0 while bets are closed. */
export const left = async ({ frame }: Pick<Seat, "frame">) =>
  Number((await frame.locator(".seconds").textContent()) || "0");

/** Presses in the page itself: what is on the felt does not stand still for a mouse of a test. */
export const press = ({ frame }: Pick<Seat, "frame">, selector: string, label = "") =>
  frame.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .find(each => (each.getAttribute("aria-label") ?? "").startsWith(${JSON.stringify(label)}))?.click()`,
  );
