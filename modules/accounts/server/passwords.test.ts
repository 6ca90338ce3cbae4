import { expect, test } from "vitest";
import { createPasswords, isCommonPassword } from "./passwords.ts";

test("a password verifies against its own hash only, also typed with other code points", async () => {
  const passwords = createPasswords({});
  const hash = await passwords.hash("caf\u00e9 au lait");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await passwords.verify("cafe\u0301 au lait", hash)).toBe(true);
  expect(await passwords.verify("cafe au lait", hash)).toBe(false);
});

test("without a hash every password is wrong, at the same cost", async () => {
  let worked = 0;
  const passwords = createPasswords({}, () => worked++);
  expect(await passwords.verify("anything at all", null)).toBe(false);
  expect(worked).toBe(1);
});

test("requests above the queue limit are refused, and queued ones are served", async () => {
  const passwords = createPasswords({});
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => passwords.verify("x", null)));
  const refused = answers.filter(answer => answer.status === "rejected");
  expect(refused).toHaveLength(8);
  expect(refused[0]?.reason).toMatchObject({ error: { code: "unavailable" } });
  expect(await passwords.verify("x", null)).toBe(false);
}, 120_000);

test("common passwords are refused", () => {
  for (const text of ["QWERTY123", "aaaaaaaaa", "alice@example.org", "йцукенгш"]) {
    expect(isCommonPassword(text, "Alice@example.org")).toBe(true);
  }
  expect(isCommonPassword("correct horse battery", "alice@example.org")).toBe(false);
});
