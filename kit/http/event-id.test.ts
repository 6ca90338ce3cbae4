import { expect, test } from "vitest";
import { eventIdOf } from "./event-id.ts";

test("the id of a provider's event is one UUID, different for another provider or id", () => {
  const id = eventIdOf("northpay", "evt_1");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(eventIdOf("northpay", "evt_1")).toBe(id);
  expect(new Set([id, eventIdOf("northpay", "evt_2"), eventIdOf("veridoc", "evt_1")]).size).toBe(3);
});
