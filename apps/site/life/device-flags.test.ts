import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deviceFlags, keepDeviceFlags } from "./device-flags.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
const pixel = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const tablet =
  "Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Safari/537.36";
const desktop = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0";
const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("the flags of phones, tablets, desktops and crawlers, and the five browser families", () => {
  expect(deviceFlags(iphone)).toMatchObject({ isMobile: true, isIos: true, isAndroid: false, browser: "Safari" });
  expect(deviceFlags(pixel)).toMatchObject({ isMobile: true, isAndroid: true, isDesktop: false, browser: "Chrome" });
  expect(deviceFlags(tablet)).toMatchObject({ isTablet: true, isMobile: false, isAndroid: true, browser: "Samsung" });
  expect(deviceFlags(desktop)).toMatchObject({ isDesktop: true, isCrawler: false, browser: "Firefox" });
  expect(deviceFlags(edge)).toMatchObject({ isDesktop: true, browser: "Edge" });
  expect(deviceFlags(bot)).toMatchObject({ isCrawler: true });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the flags are updated 50 ms after the last of several resizes, once, and not after leaving", () => {
  const view = Object.assign(new EventTarget(), { navigator: { userAgent: desktop } });
  const reported: boolean[] = [];
  const stop = keepDeviceFlags(view, flags => reported.push(flags.isMobile));
  expect(reported).toEqual([false]);
  view.navigator.userAgent = pixel;
  view.dispatchEvent(new Event("resize"));
  vi.advanceTimersByTime(49);
  view.dispatchEvent(new Event("resize"));
  vi.advanceTimersByTime(49);
  expect(reported).toEqual([false]);
  vi.advanceTimersByTime(1);
  expect(reported).toEqual([false, true]);
  view.dispatchEvent(new Event("resize"));
  stop();
  vi.advanceTimersByTime(100);
  expect(reported).toEqual([false, true]);
});
