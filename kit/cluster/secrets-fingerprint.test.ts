import { expect, test } from "vitest";
import {
  acceptEachOthersSignatures,
  canUnsealEachOther,
  hasSameKey,
  secretsFingerprint,
} from "./secrets-fingerprint.ts";

const [key, first, second] = ["k".repeat(64), "f".repeat(32), "s".repeat(32)];
const node = (...secrets: string[]) => secretsFingerprint({ SECRET_KEY: key }, secrets);

test("a fingerprint distinguishes nodes by their keys and contains no secret", () => {
  expect(hasSameKey(node(first), node(second))).toBe(true);
  expect(hasSameKey(node(first), secretsFingerprint({ SECRET_KEY: "o".repeat(64) }, [first]))).toBe(false);
  expect(node(first)).toMatch(/^[0-9a-f]{12}\.[0-9a-f]{12}$/);
});

test("a secret is rotated in three steps, node by node, and nodes of neighbouring steps accept each other", () => {
  const steps = [node(first), node(first, second), node(second, first), node(second)];
  for (const [index, step] of steps.entries()) {
    expect(acceptEachOthersSignatures(step, steps[index + 1] ?? step)).toBe(true);
    expect(acceptEachOthersSignatures(steps[index + 1] ?? step, step)).toBe(true);
  }
  expect(acceptEachOthersSignatures(node(first), node(second, first))).toBe(false);
  expect(acceptEachOthersSignatures(node(first), node(second))).toBe(false);
  expect(acceptEachOthersSignatures(node(), node(second))).toBe(true);
});

test("a seal key is changed in steps, node by node, and each neighbour opens what the next one seals", () => {
  const sealing = (keys: { SEAL_KEY?: string; SEAL_KEY_OLD?: string }) =>
    secretsFingerprint({ SECRET_KEY: key, ...keys }, [first]);
  const next = "e".repeat(64);
  const steps = [
    sealing({}),
    sealing({ SEAL_KEY_OLD: next }),
    sealing({ SEAL_KEY: next, SEAL_KEY_OLD: key }),
    sealing({ SEAL_KEY: next }),
  ];
  for (const [index, step] of steps.entries()) {
    const after = steps[index + 1] ?? step;
    expect(canUnsealEachOther(step, after) && canUnsealEachOther(after, step)).toBe(true);
    expect(hasSameKey(step, after) && acceptEachOthersSignatures(step, after)).toBe(true);
  }
  expect(canUnsealEachOther(sealing({}), sealing({ SEAL_KEY: next }))).toBe(false);
  expect(canUnsealEachOther(sealing({}), sealing({ SEAL_KEY: next, SEAL_KEY_OLD: key }))).toBe(false);
});
