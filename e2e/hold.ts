import type { Page } from "playwright-core";

/** An answer that the house has given and the page has not got yet. */
export interface HeldAnswer {
  /** The house has answered. */
  readonly given: Promise<unknown>;
  /** The page gets it, and has had time to show it. */
  letGo(): Promise<void>;
}

/** Keeps the next answer to such a call from the page; those that come after it pass. `path` may hold `*`. */
export async function holdAnswer(page: Page, method: string, path: string): Promise<HeldAnswer> {
  const cdp = await page.context().newCDPSession(page);
  let hold = (_request: string) => {};
  const given = new Promise<string>(resolve => {
    hold = resolve;
  });
  let isHeld = false;
  cdp.on("Fetch.requestPaused", ({ requestId, request }) => {
    if (isHeld || request.method !== method) return void cdp.send("Fetch.continueRequest", { requestId });
    isHeld = true;
    hold(requestId);
  });
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: `*${path}`, requestStage: "Response" }] });
  return {
    given,
    async letGo() {
      await cdp.send("Fetch.continueRequest", { requestId: await given });
      await page.waitForTimeout(300);
      await cdp.detach();
    },
  };
}
