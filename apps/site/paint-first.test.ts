import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { paintFirstStream } from "./paint-first.ts";

const page = [
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="icon" href="/i.svg"/>',
  '<link rel="modulepreload" href="/a.js" nonce="n"/><link nonce="n" rel="stylesheet" href="/1.css"/>',
  '<link rel="stylesheet" href="/2.css"/></head><body>₸ &lt;link rel="modulepreload" ',
  '<script nonce="n" type="module" async="">import "/a.js";\nimport * as route0 from "/b.js";\nwindow.__reactRouterRouteModules = {};\nimport("/c.js");</script>',
  '<script nonce="n">more("₸")</script></body></html>',
];

/** The page as sent, in chunks of so many bytes. */
function painted(written: string, size: number): Promise<string> {
  const bytes = Buffer.from(written);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return text(Readable.from(pieces).pipe(paintFirstStream()));
}

it.each([1, 7, 1_000])(
  "style sheets come first, presses are kept and scripts wait for the picture, in pieces of %d bytes too",
  async size => {
    const [head = "", code = "", end = ""] = (await painted(page.join(""), size)).split(
      /(?<=async="">)|(?=<\/script><script)/,
    );
    expect(head).toBe(
      '<!DOCTYPE html><html><head><link nonce="n" rel="stylesheet" href="/1.css"/><link rel="stylesheet" href="/2.css"/>' +
        '<meta charSet="utf-8"/><link rel="icon" href="/i.svg"/></head><body>₸ &lt;link rel="modulepreload" ' +
        '<script nonce="n" type="module" async="">',
    );
    const keep = code.indexOf('addEventListener("click"');
    const wait = code.indexOf("await new Promise");
    const ask = code.indexOf('of ["/a.js"]');
    const imports = code.indexOf(
      'await import("/a.js");\nconst route0 = await import("/b.js");\nwindow.__reactRouterRouteModules = {};\nimport("/c.js");',
    );
    expect([keep >= 0, wait > keep, ask > wait, imports > ask]).toEqual([true, true, true, true]);
    expect(end).toBe('</script><script nonce="n">more("₸")</script></body></html>');
  },
);

it("a page without a start keeps its preloads, and one without an end of its head is sent unchanged", async () => {
  const [head = "", more = ""] = page;
  const still = `${head}${more}</head><body>₸</body></html>`;
  expect(await painted(still, 1_000)).toContain(
    '<link rel="modulepreload" href="/a.js" nonce="n"/></head><body>₸</body>',
  );
  expect(await painted("<html><head>₸", 1)).toBe("<html><head>₸");
});
