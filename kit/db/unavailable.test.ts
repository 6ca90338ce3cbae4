import pg from "pg";
import { expect, test } from "vitest";
import { isUnavailable } from "./unavailable.ts";

const refusal = (code: string) =>
  Object.assign(new pg.DatabaseError("refused", 7, "error"), { code, severity: "ERROR" });

test.each([
  ["53000", "insufficient resources"],
  ["53100", "a full disk"],
  ["53200", "no memory"],
  ["53300", "too many connections"],
  ["58030", "a file that cannot be written"],
  ["57P03", "a database that is starting"],
  ["25006", "a primary that became a standby"],
])("%s, %s, is a passing condition", code => {
  expect(isUnavailable(refusal(code))).toBe(true);
});

test.each(["23505", "42P01", "22003", "54000"])("%s is not transient", code => {
  expect(isUnavailable(refusal(code))).toBe(false);
});
