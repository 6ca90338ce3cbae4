import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { signInProviderSuite } from "../testing/sign-in-provider-suite.ts";
import { sandboxTrial, signetTrial } from "../testing/sign-in-trials.ts";
import { configuredProviders, signInProviders } from "./index.ts";

/** Signet, invented, has no OpenID Connect: its folder and its line in the list, here in the place of Telegram's, are all it takes. */
signInProviderSuite("by OpenID Connect", sandboxTrial);
signInProviderSuite("Signet", signetTrial);

test.each([
  ["myspace=https://myspace.example|id|secret", "SOCIAL_PROVIDERS: myspace is none of google, vk, yandex, telegram"],
  ["google=https://google.example|id", "settings of Google are ISSUER|CLIENT_ID|CLIENT_SECRET"],
  ["vk=ftp://vk.example|id|secret", "settings of VK ID are ISSUER|CLIENT_ID|CLIENT_SECRET"],
])("the setting %s stops the start with a sentence", (entry, sentence) => {
  const host = { config: testConfig({ SOCIAL_PROVIDERS: entry }) } as never;
  expect(() => configuredProviders(host, () => "", signInProviders)).toThrow(sentence);
});

test("a provider vouches for the mailboxes that it runs, and for no others", () => {
  const host = { config: testConfig() } as never;
  const { isAuthoritativeFor } = configuredProviders(host, () => "", signInProviders);
  const known = ["google", "yandex", "vk", "nobody"].map(name => [
    isAuthoritativeFor(name, "A@gmail.com"),
    isAuthoritativeFor(name, "a@ya.ru"),
    isAuthoritativeFor(name, "a@gmail.com.evil.example"),
  ]);
  expect(known).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, false],
    [false, false, false],
  ]);
});
