import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ErrorCode } from "#kit/contract/error-code.ts";
import * as common from "#kit/contract/errors.ts";
import * as accounts from "#modules/accounts/shared/errors.ts";
import * as factors from "#modules/factors/shared/errors.ts";
import * as messages from "#modules/messages/shared/errors.ts";
import * as social from "#modules/social/shared/errors.ts";

/** Only operators get them, in the office. */
const ofOffice: readonly string[] = [common.stepUpRequired.code, common.readTooSlow.code, accounts.notLocked.code];
const codes = [common, accounts, factors, messages, social]
  .flatMap(module => Object.values(module) as unknown[])
  .flatMap(value => (typeof value === "object" && value !== null && "code" in value ? [(value as ErrorCode).code] : []))
  .filter(code => !ofOffice.includes(code));

test.each(["en", "ru", "kz"])("in %s every sign-in error has a title", language => {
  const path = new URL(`../../kit/i18n/locale/${language}.json`, import.meta.url);
  const { titles } = JSON.parse(readFileSync(path, "utf8")) as { titles: Record<string, string> };
  expect(codes.length).toBeGreaterThan(25);
  expect([...codes, "network"].filter(code => titles[code] === undefined)).toEqual([]);
  for (const title of Object.values(titles)) expect(title).not.toMatch(/_/);
});
