import type { Page } from "playwright-core";

/** A response that the server has sent and the page has not received yet. */
export interface HeldAnswer {
  /** The server has responded. */
  readonly given: Promise<unknown>;
  /** The page has received it and had time to show it. */
  letGo(): Promise<void>;
}

/** Holds the next response to such a call; later ones pass. `path` may contain `*`. */
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

/** The server receives and answers such calls, and the page never gets a response, until the returned function is called. */
export async function loseAnswers(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  cdp.on("Fetch.requestPaused", ({ requestId, request }) => {
    if (request.method === method) void cdp.send("Fetch.failRequest", { requestId, errorReason: "ConnectionClosed" });
    else void cdp.send("Fetch.continueRequest", { requestId });
  });
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: `*${path}`, requestStage: "Response" }] });
  return () => cdp.detach();
}
