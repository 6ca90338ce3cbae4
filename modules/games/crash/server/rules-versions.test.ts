import { expect, test } from "vitest";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { timeOf } from "../shared/climb.ts";
import { type CrashRules, crashRules } from "../shared/rules.ts";
import { placed, rub, testFlights } from "../testing/test-flights.ts";

/** A server restarts with crash-2, which returns 49 %: the same words give about half the point. */

const crash1 = crashRules.rulesOf("crash-1");
const crash2: CrashRules = { ...crash1, version: "crash-2", rtp_percent: 49 };
const later = ruleVersions({ current: crash2, all: [crash1, crash2] });

test("a flight left under crash-1 ends by it, and the next one is drawn under crash-2", async () => {
  let versions = crashRules;
  const { owner, clock, player, balance, expectBooks } = testFlights([300, 300], undefined, () => versions);
  const first = owner();
  await first.start();
  const alice = await player(rub(100));
  await placed(first, alice, "10", "2.50");
  await clock.advance(5000 + timeOf(110));
  await first.stop();

  versions = later;
  const second = owner();
  await second.start();
  await clock.advance(1000);
  // 2.50 is below the point of crash-1 and above that of crash-2.
  expect(await balance(alice)).toBe(rub(115));
  expect((await second.snapshot()).history[0]).toMatchObject({ rules_version: "crash-1", point: "3.00" });

  await placed(second, alice, "10", "2.50");
  await clock.advance(5000 + timeOf(300) + 5000);
  expect(await balance(alice)).toBe(rub(105));
  const { history } = await second.snapshot();
  const played = history.find(({ round }: { round: number }) => round === 2);
  expect(played).toMatchObject({ rules_version: "crash-2", point: "1.48" });
  await second.stop();
  await expectBooks();
});
