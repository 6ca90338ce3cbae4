import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { pngBomb, testPng } from "#kit/testing/test-images.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createSupport, type Support } from "./index.ts";

/** Alice sends files; the scanner is a function of this test. */

let host: TestHost;
let api: TestApi;
let people: TestPeople;
let support: Support;
let scanned: "clean" | "bad" | "down" = "clean";
const dana = { id: randomUUID() as Uuid, name: "Dana Serik" };
const path = "/api/v1/support/conversations";

beforeAll(async () => {
  host = await testHost({ modules: ["support"] });
  const accounts = createAccounts(host);
  support = createSupport(host, {
    messages: { send: async () => undefined } as never,
    captchaPort: { requireAboveRate: async () => undefined },
    accounts,
    helpArticles: () => [],
    scanner: {
      name: "trial",
      provider: {
        probe: async () => undefined,
        scan: async () => (scanned === "down" ? Promise.reject(new Error("the scanner is down")) : scanned),
      },
    },
  });
  people = await testPeople(host, accounts, [support]);
  api = people.api;
});
afterAll(() => host.close());

let count = 0;
const alice = async () => {
  const person = await people.person(`alice${++count}`);
  const begun = await api.call(`POST ${path}`, { token: person.token, body: { key: randomUUID(), text: "hello" } });
  return { token: person.token, id: begun.body.data.id as Uuid };
};
type Sender = Awaited<ReturnType<typeof alice>>;
const send = (
  who: Pick<Sender, "token" | "id">,
  name: string,
  content: Uint8Array | string,
  key: string = randomUUID(),
) =>
  api.call(`POST ${path}/${who.id}/attachments`, {
    token: who.token,
    body: { key, name, content: Buffer.from(content).toString("base64") },
  });
const link = (who: Pick<Sender, "token">, file: string) =>
  api.call(`POST /api/v1/support/attachments/${file}/link`, { token: who.token });
const scan = (id: string) =>
  required(
    support.jobs?.find(({ name }) => name === "support.scan"),
    "the job",
  ).run({ id });
const last = async (who: Sender) =>
  (await api.call(`GET ${path}`, { token: who.token })).body.data.conversation.messages.at(-1);
const open = async (where: string) => support.attachments.open(where.slice(1));

test("a photo loses its place and camera, is scanned, and is read once by a link within a minute", async () => {
  const who = await alice();
  const photo = await sharp(testPng(40, 20))
    .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "43/1 14/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif?.toString("latin1")).toContain("Camera");
  const sent = await send(who, "IMG_1.heic", photo);
  expect(sent.status, sent.text).toBe(201);
  const file = sent.body.data.attachment;
  expect(sent.body.data).toMatchObject({ number: 2, author: "visitor", text: "" });
  expect(file).toMatchObject({ name: "IMG_1.jpg", type: "image/jpeg", width: 40, height: 20, state: "waiting" });
  expect((await link(who, file.id)).body.code).toBe("file_unavailable");
  await scan(file.id);
  expect((await last(who)).attachment.state).toBe("clean");

  const { rows } = await host.db.query<{ content: Buffer }>("SELECT content FROM support.attachments WHERE id = $1", [
    file.id,
  ]);
  expect(rows[0]?.content.includes(Buffer.from("JFIF"))).toBe(false);
  const where = (await link(who, file.id)).body.data.path;
  const read = required(await open(where), "the file");
  const metadata = await sharp(read.bytes).metadata();
  expect([metadata.width, metadata.exif, metadata.xmp]).toEqual([40, undefined, undefined]);
  expect(await open(where)).toBeUndefined();
  const late = (await link(who, file.id)).body.data.path;
  await host.clock.advance(60_000);
  expect(await open(late)).toBeUndefined();
});

test("a file that fails the scan is deleted; while there is no result it is neither shown nor lost", async () => {
  const who = await alice();
  const { attachment: file } = (await send(who, "virus.txt", "not really one")).body.data;
  scanned = "down";
  await expect(scan(file.id)).rejects.toThrow("down");
  expect((await last(who)).attachment.state).toBe("waiting");
  scanned = "bad";
  await scan(file.id);
  scanned = "clean";
  await scan(file.id);
  expect((await last(who)).attachment.state).toBe("bad");
  expect((await link(who, file.id)).body.code).toBe("file_unavailable");
  const { rows } = await host.db.query("SELECT content FROM support.attachments WHERE id = $1", [file.id]);
  expect(rows).toEqual([{ content: null }]);
});

test.each([
  ["an SVG", '<?xml version="1.0"?><svg onload="alert(1)"/>', "file_unsupported", 415],
  ["a page", "  <!doctype html><script>alert(1)</script>", "file_unsupported", 415],
  ["a zip archive", Buffer.from("504b0304140000000800", "hex"), "file_unsupported", 415],
  ["a program", Buffer.from("4d5a900003000000", "hex"), "file_unsupported", 415],
  ["30,000 × 30,000 pixels in a few bytes", pngBomb(30_000, 30_000), "file_too_large", 413],
  ["a picture that ends early", testPng(20, 20).subarray(0, 60), "file_unsupported", 415],
  ["more than 10 MiB", Buffer.alloc(10 * 1024 * 1024 + 1, 97), "file_too_large", 413],
])("%s is refused and stores nothing", async (_what, content, code, status) => {
  const who = await alice();
  const refused = await send(who, "photo.png", content);
  expect([refused.status, refused.body.code]).toEqual([status, code]);
  expect((await last(who)).number).toBe(1);
});

test("content that is not base64 is refused", async () => {
  const who = await alice();
  const refused = await api.call(`POST ${path}/${who.id}/attachments`, {
    token: who.token,
    body: { key: randomUUID(), name: "a.txt", content: "***" },
  });
  expect([refused.status, refused.body.errors]).toEqual([422, { content: ["file_invalid"] }]);
});

test("a repeat with the same key stores one message", async () => {
  const who = await alice();
  const key = randomUUID();
  const [one, two] = [await send(who, "a.txt", "text", key), await send(who, "a.txt", "text", key)];
  expect(two.body.data).toEqual(one.body.data);
  expect((await last(who)).number).toBe(2);
});

test("a player neither sends into nor reads from another's conversation", async () => {
  const [who, other] = [await alice(), await alice()];
  expect((await send({ ...other, id: who.id }, "a.txt", "text")).status).toBe(404);
  const { attachment: file } = (await send(who, "a.txt", "text")).body.data;
  await scan(file.id);
  expect((await link(other, file.id)).status).toBe(404);
  expect((await api.call(`POST /api/v1/support/attachments/${file.id}/link`)).status).toBe(404);
  expect((await link(who, file.id)).status).toBe(201);
});

test("an operator sends a file, and reads the visitor's", async () => {
  const who = await alice();
  const file = await support.attachments.accept("answer.png", testPng());
  const answer = { text: "", file, key: randomUUID() as Uuid, confirm: false };
  await host.db.tx(tx => support.inbox.answer(tx, who.id, dana, answer));
  expect(await last(who)).toMatchObject({ author: "operator", name: "Dana", attachment: { name: "answer.png" } });
  const { id } = (await last(who)).attachment;
  await scan(id);
  const where = await host.db.tx(tx => support.attachments.link(tx, id, null));
  expect((await open(where))?.type).toBe("image/png");
});

test("the fifty-first file in a day is refused", async () => {
  const who = await alice();
  await send(who, "a.txt", "text");
  await host.db.query(
    `INSERT INTO support.chat_messages (conversation_id, number, author, kind, text, key, at)
     SELECT $1, n + 2, 'visitor', 'said', '', gen_random_uuid(), $2::timestamptz - interval '2 hours' FROM generate_series(1, 49) AS n`,
    [who.id, new Date(host.clock.now())],
  );
  await host.db.query(
    `INSERT INTO support.attachments (id, conversation_id, message_number, name, type, size, state, content, at)
     SELECT gen_random_uuid(), $1, n + 2, 'b.txt', 'text/plain', 1, 'clean', '', $2::timestamptz - interval '2 hours' FROM generate_series(1, 49) AS n`,
    [who.id, new Date(host.clock.now())],
  );
  await host.db.query("UPDATE support.conversations SET last_number = 51 WHERE id = $1", [who.id]);
  expect((await send(who, "c.txt", "text")).body.code).toBe("too_many_messages");
});

test("retention deletes files with their conversation", async () => {
  const who = await alice();
  const { attachment: file } = (await send(who, "a.txt", "text")).body.data;
  await host.db.query("DELETE FROM support.conversations WHERE id = $1", [who.id]);
  const { rows } = await host.db.query("SELECT 1 FROM support.attachments WHERE id = $1", [file.id]);
  expect(rows).toEqual([]);
});
