import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { avatarKeyPattern } from "#modules/accounts/shared/avatar-key.ts";
import { drawnPicture } from "#modules/profiles/server/index.ts";
import { drawnAvatars } from "#modules/profiles/shared/drawn-avatars.ts";
import { mountAvatars } from "./avatars.ts";

const approved = "uAbCdEfGhIj0";
const asked: string[] = [];
const app = Fastify();
mountAvatars(app, {
  drawn: drawnPicture,
  async upload(key) {
    asked.push(key);
    return key === approved ? Buffer.from("RIFF....WEBP") : undefined;
  },
});
afterAll(() => app.close());
const get = (key: string) => app.inject(`/avatars/${key}`);

test.each([
  ["0123456789", "image/svg+xml"],
  [approved, "image/webp"],
  ...drawnAvatars.map(key => [key, "image/svg+xml"]),
])("%s is served as %s, for ever and as nothing else", async (key, type) => {
  expect(key).toMatch(avatarKeyPattern);
  const { statusCode, headers, body } = await get(key);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  if (type === "image/svg+xml")
    expect(body).toMatch(/^<svg xmlns="[^"]+" viewBox="[^"]+">(?:<(?!script)[^>]+>)+<\/svg>$/);
});

test("a seal is drawn from its ten digits only, each one different", async () => {
  const [one, same, other] = await Promise.all(["0123456789", "0123456789", "f123456789"].map(get));
  expect(one?.body).toBe(same?.body);
  expect(one?.body).not.toBe(other?.body);
});

test.each([
  "uAAAAAAAAAAA",
  "dragon",
  "012345678",
  "0123456789abcdef",
  "u%2e%2e%2f%2e%2e%2fabc",
  "FOX",
  "%00",
  "u'OR 1=1--xx",
])("%s is nothing, and no cache keeps that", async key => {
  const { statusCode, headers } = await get(encodeURI(key).replaceAll("%25", "%"));
  expect(statusCode).toBe(404);
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
});

test("the database is queried for keys of uploads only", () => {
  expect(asked.every(key => /^u[A-Za-z0-9_-]{11}$/.test(key))).toBe(true);
});
