import { expect, test } from "vitest";
import { isOwnOrigin } from "./frame-origins.ts";

const own = ["fairhouse.example", "mirror.example"];

test.each([
  "https://fairhouse.example",
  "https://FAIRHOUSE.example:8443",
  "https://api.fairhouse.example",
  "https://studio.fairhouse.example",
  "https://a.b.mirror.example",
])("%s is the casino's own", origin => expect(isOwnOrigin(origin, own)).toBe(true));

test.each(["https://studio.example", "https://notfairhouse.example", "https://fairhouse.example.studio.test"])(
  "%s is a provider's",
  origin => expect(isOwnOrigin(origin, own)).toBe(false),
);

test("beside a casino on bare localhost a provider may have a name under it, but not the same", () => {
  expect(isOwnOrigin("http://studio.localhost:3200", ["localhost"])).toBe(false);
  expect(isOwnOrigin("http://localhost:3200", ["localhost"])).toBe(true);
  expect(isOwnOrigin("http://studio.localhost:3200", ["fairhouse.localhost"])).toBe(false);
  expect(isOwnOrigin("http://studio.fairhouse.localhost:3200", ["fairhouse.localhost"])).toBe(true);
});
