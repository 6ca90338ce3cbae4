import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, "Chrome Windows desktop"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`,
    "Edge Windows desktop",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox Linux desktop"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${webkit} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36`,
    "Samsung Android phone",
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-X910) ${webkit} Chrome/130.0.0.0 Safari/537.36`, "Chrome Android tablet"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari iOS phone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1",
    "Safari iOS tablet",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15",
    "Safari macOS desktop",
  ],
  ["curl/8.5.0", "null null desktop"],
  ["", "null null desktop"],
])("%s", (userAgent, expected) => {
  const { browser, system, kind } = deviceOf(userAgent);
  expect(`${browser} ${system} ${kind}`).toBe(expected);
});
