import { expect, test } from "vitest";
import { decodeFrame, encodeFrame } from "./bus-frame.ts";

const secret = "a secret of the cluster, long enough for it";
const frame = { from: "a", epoch: 7n, seq: 12, text: '{"channel":"crash"}\n' };
const bytes = encodeFrame(secret, "led.crash", frame);

test("a frame comes back as it was sent, also under the secret before", () => {
  expect(decodeFrame([secret], "led.crash", bytes)).toEqual({ frame });
  expect(decodeFrame(["another", secret], "led.crash", bytes)).toEqual({ frame });
});

test.each([
  ["of another secret", "led.crash", encodeFrame("another", "led.crash", frame), "not_ours"],
  ["of another subject", "led.rooms", bytes, "not_ours"],
  ["changed by a bit", "led.crash", Buffer.from(bytes.map((byte, i) => (i === 60 ? byte ^ 1 : byte))), "not_ours"],
  ["empty", "led.crash", Buffer.alloc(0), "not_ours"],
  ["noise", "led.crash", Buffer.alloc(500, 7), "not_ours"],
  [
    "a mebibyte",
    "led.crash",
    encodeFrame(secret, "led.crash", { from: "a", text: "x".repeat(1024 * 1024) }),
    "too_large",
  ],
  [
    "of a node without a proper name",
    "led.crash",
    encodeFrame(secret, "led.crash", { from: "x".repeat(64), text: "" }),
    "malformed",
  ],
])("a frame %s is dropped", (_what, subject, received, fault) => {
  expect(decodeFrame([secret], subject, received)).toEqual({ fault });
});
