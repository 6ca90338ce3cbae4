import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { paintFirstStream } from "./paint-first.ts";

const page = [
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="icon" href="/i.svg"/>',
  '<link rel="modulepreload" href="/a.js" nonce="n"/><link nonce="n" rel="stylesheet" href="/1.css"/>',
  '<link rel="stylesheet" href="/2.css"/></head><body>₸ &lt;link rel="modulepreload" <link rel="modulepreload" href="/b.js"/></body></html>',
].join("");

const painted = [
  '<!DOCTYPE html><html><head><link nonce="n" rel="stylesheet" href="/1.css"/><link rel="stylesheet" href="/2.css"/>',
  '<meta charSet="utf-8"/><link rel="icon" href="/i.svg"/><link rel="modulepreload" fetchpriority="low" href="/a.js" nonce="n"/>',
  '</head><body>₸ &lt;link rel="modulepreload" <link rel="modulepreload" href="/b.js"/></body></html>',
].join("");

it.each([1, 7, 1_000])("style sheets come first and scripts give way, in pieces of %d bytes too", async size => {
  const bytes = Buffer.from(page);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  expect(await text(Readable.from(pieces).pipe(paintFirstStream()))).toBe(painted);
});

it("a page without an end of its head goes out as it is", async () => {
  expect(await text(Readable.from([Buffer.from("<html><head>")]).pipe(paintFirstStream()))).toBe("<html><head>");
});
