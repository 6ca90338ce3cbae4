import { expect, test } from "vitest";
import { checkDatabase, requirePrimary } from "./check-database.ts";

/** A database that answers every statement with this row. */
const answering = (row: object) => ({ query: async () => ({ rows: [row], rowCount: 1 }) }) as never;

test("a standby as DATABASE_URL stops the start with one sentence", async () => {
  await expect(requirePrimary(answering({ isStandby: true }))).rejects.toThrow(
    "DATABASE_URL is a standby, which takes no bets: name the primary.",
  );
  await requirePrimary(answering({ isStandby: false }));
});

test("a configuration in which commits wait for no standby is refused in production", async () => {
  await expect(checkDatabase(answering({ name: "synchronous_commit" }), "production")).rejects.toThrow(
    "synchronous_commit off",
  );
});
