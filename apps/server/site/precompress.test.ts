import { randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import fc from "#kit/testing/fast-check.ts";
import { precompress } from "./precompress.ts";

const nonces = fc.stringMatching(/^[0-9a-f]{32}$/);
const texts = fc.array(
  fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('<script nonce="', "abcdef".repeat(900))),
  { minLength: 1, maxLength: 12 },
);

test("a page compressed once is the same text with the nonce of each who gets it", async () => {
  await fc.assert(
    fc.asyncProperty(texts, nonces, nonces, async (parts, one, other) => {
      const page = await precompress(
        parts.map(part => Buffer.from(part)),
        32,
      );
      // A lone surrogate is written as U+FFFD.
      const whole = (nonce: string) => Buffer.from(Buffer.from(parts.join(nonce)).toString());
      for (const nonce of [one, other]) expect(gunzipSync(page(Buffer.from(nonce)))).toEqual(whole(nonce));
    }),
    { numRuns: 100 },
  );
});

test("repetitions across a gap keep their distance, and a nonce that repeats text of the page stays itself", async () => {
  const nonce = randomBytes(16).toString("hex");
  const parts = [`${nonce}<b>${nonce}`, nonce, "", `</b>${nonce.slice(5)}`];
  const page = await precompress(
    parts.map(part => Buffer.from(part)),
    32,
  );
  expect(gunzipSync(page(Buffer.from(nonce))).toString()).toBe(parts.join(nonce));
});

test("gaps cost little: the whole page is about as small as compressed at once", async () => {
  const row = (id: number) => `<tr class="row"><td>${id}</td><td>${(id * 7919) % 1000}</td></tr>`;
  const parts = Array.from({ length: 20 }, (_, part) =>
    Array.from({ length: 100 }, (_, index) => row(part * 100 + index)).join(""),
  );
  const page = await precompress(
    parts.map(part => Buffer.from(part)),
    32,
  );
  const nonce = Buffer.alloc(32, "a");
  expect(page(nonce).length).toBeLessThan(gzipSync(parts.join(`${nonce}`), { level: 6 }).length * 1.1);
});
