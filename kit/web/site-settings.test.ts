import { expect, test } from "vitest";
import { settingsOf } from "./site-settings.ts";

test("settings keep the revshare address and the Telegram channel of the host, or nothing if it has none", () => {
  const mirror = {
    sso: null,
    meta_yandex_verification: null,
    revshare_service_frontend_url: "https://partners.example/",
    telegram_channel_url: "https://t.me/fairhouse",
  };
  expect(settingsOf(mirror)).toEqual({
    revshareUrl: "https://partners.example/",
    tgChannelUrl: "https://t.me/fairhouse",
  });
  expect(settingsOf(undefined)).toEqual({ revshareUrl: null, tgChannelUrl: null });
});
