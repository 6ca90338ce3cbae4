import { expect, test } from "vitest";
import { testDatabase } from "#kit/testing/test-database.ts";
import { endTournament } from "./run.ts";

test("a tournament of 1,000 bots whose processes are killed has the ranks of a plain query, and pays each prize once", async () => {
  const database = await testDatabase("all");
  try {
    const ended = await endTournament(database.db, database.url, { players: 1_000, places: 20, prizeKills: 1 });
    expect(ended.kills).toEqual(["tournaments.folded", "tournaments.frozen", "tournaments.prize"]);
    expect(ended).toMatchObject({ ranks: 1_000, differing: 0, prizes: 20, booked: 20, notOnce: 0, differences: 0 });
    expect([ended.paid, ended.state]).toEqual([ended.promised, "finished"]);
  } finally {
    await database.close();
  }
}, 120_000);
