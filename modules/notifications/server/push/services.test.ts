import { expect, test } from "vitest";
import { defaultPushServices } from "#kit/host/config.ts";
import { areKeysValid, readPushServices } from "./services.ts";

const services = readPushServices([...defaultPushServices, "push.test.example=http://127.0.0.1:9/push"]);

test("the endpoints of browsers are allowed, and those of the sandbox lead to its address", () => {
  for (const endpoint of [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://wns2-par02p.notify.windows.com/w/?token=BQ",
    "https://web.push.apple.com/QG",
  ])
    expect(String(services.addressOf(endpoint))).toBe(endpoint);
  expect(String(services.addressOf("https://push.test.example/send/1?a=2"))).toBe("http://127.0.0.1:9/push/send/1?a=2");
});

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com.evil.example/send",
  "https://evil.example/fcm.googleapis.com",
  "https://fcm.googleapis.com@evil.example/send",
  "https://user:pass@fcm.googleapis.com/send",
  "https://fcm.googleapis.com:8443/send",
  "https://notify.windows.com/send",
  "https://evilnotify.windows.com/send",
  "https://127.0.0.1/send",
  "https://[::ffff:127.0.0.1]/send",
  "https://169.254.169.254/latest",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "",
  "fcm.googleapis.com",
])("no other address is called: %s", endpoint => {
  expect(services.addressOf(endpoint)).toBeUndefined();
});

test("keys are a point on the curve and sixteen bytes", () => {
  const p256dh = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";
  const auth = "BTBZMqHH6r4Tts7J_aSIgg";
  expect(areKeysValid({ p256dh, auth })).toBe(true);
  expect(areKeysValid({ p256dh, auth: auth.slice(3) })).toBe(false);
  expect(areKeysValid({ p256dh: p256dh.replace("BGs", "BGt"), auth })).toBe(false);
  expect(areKeysValid({ p256dh: p256dh.slice(4), auth })).toBe(false);
});
