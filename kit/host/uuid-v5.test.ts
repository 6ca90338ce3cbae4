import { expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { uuidV5 } from "./uuid-v5.ts";

test("the name www.example.com under the namespace of names is what RFC 9562 prints", () => {
  const namespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8" as Uuid;
  expect(uuidV5(namespace, "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
});
