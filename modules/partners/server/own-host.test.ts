import { expect, test } from "vitest";
import { isHostOf } from "./own-host.ts";

test.each([
  ["https://www.nomad.example/about", "nomad.example", true],
  ["https://nomad.example", "track.nomad.example", true],
  ["https://nomad.example", "evilnomad.example", false],
  ["https://nomad.example", "nomad.example.evil.example", false],
  ["no address", "nomad.example", false],
])("of the site %s the host %s is its own: %s", (site, host, own) => expect(isHostOf(site, host)).toBe(own));
