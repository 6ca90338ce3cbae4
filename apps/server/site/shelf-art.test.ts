import { gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { mountShelfArt, type ShelfPicture } from "./shelf-art.ts";

const drawing = `<svg xmlns="http://www.w3.org/2000/svg">\n<path id="a" fill="url(#b)" d="M0 0"/><text>100% &amp; more</text></svg>`;
const pictures: readonly ShelfPicture[] = [
  { slug: "loom", type: "image/svg+xml", bytes: Buffer.from(drawing) },
  { slug: "plumb", type: "image/png", bytes: Uint8Array.of(137, 80, 78, 71) },
];

function shelf(source: () => Promise<readonly ShelfPicture[]>) {
  const app = fastify();
  const clock = manualClock();
  mountShelfArt(app, clock, source);
  const get = (encoding = "") =>
    app.inject({ url: "/art/shelf/slots", headers: encoding === "" ? {} : { "accept-encoding": encoding } });
  return { get, clock };
}

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&quot;": '"', "&amp;": "&" };
const unescaped = (value: string) => value.replace(/&(lt|quot|amp);/g, found => entities[found] ?? found);

test("every picture of a shelf is in one drawing under the name of its game, byte for byte", async () => {
  const { get } = shelf(async () => pictures);
  const { body, headers } = await get();
  expect([...body.matchAll(/<view id="(.*?)" viewBox="(.*?)"/g)].map(([, id, box]) => [id, box])).toEqual([
    ["loom", "0 0 100 120"],
    ["plumb", "100 0 100 120"],
  ]);
  const addresses = [...body.matchAll(/ href="(.*?)"/g)].map(([, address]) => unescaped(`${address}`));
  const read = await Promise.all(
    addresses.map(async address => Buffer.from(await (await fetch(address)).arrayBuffer())),
  );
  expect(read.map(bytes => bytes.toString("latin1"))).toEqual(
    pictures.map(({ bytes }) => Buffer.from(bytes).toString("latin1")),
  );
  expect(headers).toMatchObject({ "content-type": "image/svg+xml", "x-content-type-options": "nosniff" });
  const packed = await get("gzip, deflate");
  expect(gunzipSync(packed.rawPayload).toString()).toBe(body);
});

test("a shelf is composed once a minute, and again after a failure", async () => {
  let asked = 0;
  const { get, clock } = shelf(async () => {
    asked += 1;
    if (asked === 1) throw new Error("the database is away");
    return pictures;
  });
  expect((await get()).statusCode).toBe(500);
  expect((await get()).statusCode).toBe(200);
  await get();
  expect(asked).toBe(2);
  await clock.advance(60_000);
  await get();
  expect(asked).toBe(3);
});
