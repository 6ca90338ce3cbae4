import { expect, test } from "vitest";
import { fromBase64Url, readFrame, signFrame } from "../shared/frames.ts";
import { seedOf } from "../testing/matches.ts";
import { createSigner, isSigned, publicKeyOf } from "./signer.ts";

test("Node and the portable code sign and verify the same bytes", () => {
  const secret = seedOf(7);
  const signer = createSigner(secret);
  const body = JSON.stringify({ text: "Ы and é" });
  expect(`${signer.sign(body)}.${body}`).toBe(signFrame(body, secret));
  expect(isSigned(body, signer.sign(body), publicKeyOf(signer.publicKey))).toBe(true);
  expect(isSigned(`${body} `, signer.sign(body), publicKeyOf(signer.publicKey))).toBe(false);
  const frame = { producer: "pre", epoch: 1, frame: 1, prev: "0".repeat(64), sent: 1, messages: [] };
  const text = `${signer.sign(JSON.stringify(frame))}.${JSON.stringify(frame)}`;
  expect(readFrame(text, fromBase64Url(signer.publicKey) ?? new Uint8Array())).toEqual(frame);
});
