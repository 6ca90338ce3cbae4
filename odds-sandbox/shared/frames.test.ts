import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { bodyHash, fromBase64Url, readFrame, signFrame, splitFrame, toBase64Url } from "./frames.ts";
import { firstPrev } from "./protocol.ts";

const samples = JSON.parse(readFileSync(join(import.meta.dirname, "../testing/samples.json"), "utf8")) as {
  public_key: string;
  secret_key: string;
  frames: string[];
};
const publicKey = required(fromBase64Url(samples.public_key), "base64url");

test("every sample frame is signed, has the shape of the protocol and names the body before it", () => {
  const heads = new Map<string, string>();
  for (const text of samples.frames) {
    const frame = required(readFrame(text, publicKey), text.slice(0, 200));
    expect(frame.prev).toBe(heads.get(frame.producer) ?? firstPrev);
    heads.set(frame.producer, bodyHash(required(splitFrame(text), "a frame").body));
  }
  expect([...heads.keys()]).toEqual(["pre", "live"]);
});

test("a signature covers every byte of the body", () => {
  const text = required(samples.frames[0], "a frame");
  const { body } = required(splitFrame(text), "a frame");
  expect(signFrame(body, required(parseHex(samples.secret_key), "hex"))).toBe(text);
  expect(readFrame(`${text} `, publicKey)).toBeUndefined();
  expect(readFrame(text.replace("Ravenmoor", "Ravenmoos"), publicKey)).toBeUndefined();
  expect(
    readFrame(
      text.replace(/^./, first => (first === "A" ? "B" : "A")),
      publicKey,
    ),
  ).toBeUndefined();
  for (const broken of ["", ".", "abc", `.${body}`, `AAAA.${body}`, body]) {
    expect(readFrame(broken, publicKey), broken.slice(0, 20)).toBeUndefined();
  }
});

test("RFC 8032, test 2: the signature of one byte", () => {
  const secret = required(parseHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"), "hex");
  const expected =
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
  expect(signFrame("r", secret)).toBe(`${toBase64Url(required(parseHex(expected), "hex"))}.r`);
});

test("base64url without padding is written and read back", () => {
  for (let length = 0; length < 40; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255);
    expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  }
  expect(fromBase64Url("a+b=")).toBeUndefined();
});
