import { expect, test } from "vitest";
import { type Config, configSchema } from "#kit/host/config.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { runningSettings } from "./running-settings.ts";

const shown = (more: Partial<Config>, name: keyof Config) =>
  runningSettings({ ...testConfig({}), ...more }).find(each => each.name === name);

test("every setting is listed once, in the order of the schema", () => {
  expect(runningSettings(testConfig({})).map(({ name }) => name)).toEqual(Object.keys(configSchema.shape));
});

test("an address is shown without credentials, path and query", () => {
  const address = "https://me:secret@rates.example:8443/key/abc?token=x#y";
  expect(shown({ RATES_URL: address }, "RATES_URL")?.value).toBe("https://rates.example:8443/…");
  expect(shown({ RATES_URL: "https://rates.example" }, "RATES_URL")?.value).toBe("https://rates.example");
});

test.each(Object.keys(configSchema.shape).filter(name => /SECRET|TOKEN|KEY$|KEY_OLD$|PROVIDERS$/.test(name)))(
  "%s is a secret",
  name => {
    // Published by their nature.
    if (["BEACON_PUBLIC_KEY", "CAPTCHA_SITE_KEY"].includes(name)) return;
    expect(shown({ [name]: "a-secret" }, name as keyof Config)).toMatchObject({
      value: null,
      isSecret: true,
      isSet: true,
    });
  },
);
