import { expect, test } from "vitest";
import { readyPlayer, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { connect, openGame, startTestStudio } from "#studio/testing/test-studio.ts";
import { patternSlot } from "./copy-slot.ts";

/** A slot that `npm run new` makes, where `new-game.it.test.ts` runs this; else the one it copies. */
const game = process.env.NEW_SLOT ?? patternSlot;

test("a slot is played in demo and for money", async () => {
  const studio = await startTestStudio();
  const casino = await startCasinoDouble();
  try {
    await connect(studio, casino);
    const demo = await openGame(studio, casino, game, null);
    expect((await demo.spin()).status).toBe(200);
    const alice = await readyPlayer(casino, studio.url, game, 100_000_000n);
    const { status, body } = await (await openGame(studio, casino, game, alice)).spin();
    expect([status, body.state]).toEqual([200, "settled"]);
  } finally {
    await studio.close();
    await casino.close();
  }
});
