import { expect, test } from "vitest";
import { rub } from "#modules/engines/shared-rounds/testing/test-shared-rounds.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { bettingMs, shownMs, spinMs } from "../shared/round.ts";
import { type RouletteRules, rouletteRules } from "../shared/rules.ts";
import { laid, testSpins } from "../testing/test-spins.ts";

/** A server restarts with roulette-2, whose chips pay 18 in place of 36. */

const roulette1 = rouletteRules.rulesOf("roulette-1");
const roulette2: RouletteRules = { ...roulette1, version: "roulette-2", returned: 18 };
const later = ruleVersions({ current: roulette2, all: [roulette1, roulette2] });

test("a locked spin of roulette-1 is paid by it, and the next one by roulette-2, which the table names", async () => {
  let versions = rouletteRules;
  const { owner, clock, player, balance, expectBooks } = testSpins([7, 7], { versions: () => versions });
  const first = owner();
  await first.start();
  const alice = await player(rub(100));
  expect((await first.snapshot()).rules_version).toBe("roulette-1");
  await laid(first, alice, { "straight-7": "1" });
  await clock.advance(bettingMs + 1000);
  await first.stop();

  versions = later;
  const second = owner();
  await second.start();
  await clock.advance(1000);
  expect(await balance(alice)).toBe(rub(135));
  expect((await second.snapshot()).history[0]).toMatchObject({ rules_version: "roulette-1", pocket: 7 });

  expect((await second.snapshot()).rules_version).toBe("roulette-2");
  expect(second.sent.find(({ event }) => event === "betting")?.data.rules_version).toBe("roulette-2");
  await laid(second, alice, { "straight-7": "1" });
  await clock.advance(bettingMs + spinMs + shownMs);
  expect(await balance(alice)).toBe(rub(152));
  expect((await second.snapshot()).history[0]).toMatchObject({ rules_version: "roulette-2", pocket: 7 });
  await second.stop();
  await expectBooks();
});
