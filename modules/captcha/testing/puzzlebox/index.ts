import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import { type CaptchaProvider, type CaptchaWidget, widgetOffer } from "../../server/provider.ts";

export interface PuzzleboxAccount {
  readonly address: string;
  readonly app: string;
  readonly key: string;
}

export function puzzleboxSignature(key: string, body: string): Buffer {
  return createHmac("sha384", key).update(body).digest();
}

const answerSchema = z.object({ result: z.enum(["PASSED", "FAILED", "OUTDATED", "READY"]) });
const verdicts = { PASSED: "right", FAILED: "wrong", OUTDATED: "expired", READY: "wrong" } as const;

/** A whole provider that shares neither fields nor signature scheme with `siteverify`: signed requests and signed responses. */
export function puzzlebox({ address, app, key }: PuzzleboxAccount): CaptchaProvider {
  async function ask(question: object): Promise<keyof typeof verdicts> {
    const body = JSON.stringify({ app, ...question });
    const headers = { "x-puzzle-mac": puzzleboxSignature(key, body).toString("hex") };
    const response = await fetch(`${address}/judge`, { method: "POST", headers, body });
    const text = await response.text();
    const given = Buffer.from(response.headers.get("x-puzzle-mac") ?? "", "hex");
    const right = puzzleboxSignature(key, text);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Error("not signed by Puzzlebox");
    return z.parse(answerSchema, JSON.parse(text)).result;
  }
  const widget: CaptchaWidget = {
    script: "https://cdn.puzzlebox.example/box.js",
    siteKey: app,
    origins: ["https://pieces.puzzlebox.example"],
    globals: ["PuzzleBox"],
  };
  return {
    widget,
    offer: async () => widgetOffer(widget),
    check: (ticket, visitor) =>
      ask({ ticket, visitor }).then(
        result => verdicts[result],
        () => fail(unavailable, { retryAfter: 5 }),
      ),
    async probe() {
      if ((await ask({})) !== "READY") throw new Error("Puzzlebox is not ready");
    },
  };
}
