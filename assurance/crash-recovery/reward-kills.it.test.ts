import { expect, test } from "vitest";
import { type FailpointName, failpoints } from "#apps/server/failpoints.ts";
import { invariants } from "#apps/server/invariants.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { giftActs } from "./rewards/gift-acts.ts";
import { playActs } from "./rewards/play-acts.ts";
import { type Act, openWorld, type Prepared, type World } from "./rewards/reward-world.ts";
import { appSettings } from "./settings.ts";
import { prepareVictim, type Victim } from "./victim.ts";

/**
 * A server is killed at every failpoint of rewards, and the next one goes on: what was given, paid or collected is there once, and the books hold.
 * `REWARD_KILLS=10 npx vitest run --project integration assurance/crash-recovery/reward-kills.it.test.ts` kills ten at each of the
 * eighteen, with `REWARD_FAILPOINTS=chat,partners` only at these. Tests of the modules kill lighter processes at some of them in each test run.
 */
const { REWARD_KILLS, REWARD_FAILPOINTS } = process.env;
const kills = Number(REWARD_KILLS ?? 0);
const only = REWARD_FAILPOINTS?.split(",") ?? [""];
/** Players begin with money that no payment brought. */
const books = invariants.filter(({ id }) => id !== "I11");
const ofRewards = /^(projections|tournaments|campaigns|jackpots|vip|missions|partners|chat)\./;

test("there is something to do for a server at every failpoint of rewards", () => {
  const names = Object.keys(failpoints).filter(name => ofRewards.test(name));
  expect(
    actsOf({} as World)
      .map(({ at }) => at as string)
      .sort(),
  ).toEqual(names.sort());
});

test.runIf(kills > 0)(
  "a server is killed at failpoints of rewards: everything is given once, and the books hold",
  async () => {
    const database = await testDatabase("all");
    const settings = { ...appSettings(database.url, "http://127.0.0.1:9"), CLOCK_SPEED: "1", SHARED_ROUNDS: "off" };
    const victims = serversOf(settings);
    const world = await openWorld(database, settings);
    try {
      const chosen = actsOf(world).filter(({ at }) => only.some(prefix => at.startsWith(prefix)));
      const times = chosen.flatMap(act => Array<Act>(kills).fill(act));
      const killed = new Map<FailpointName, number>();
      let victim = await victims.next();
      for (const { at, prepare } of times) {
        const prepared = await prepare();
        expect(await victims.kill(victim, at, world.ahead, prepared)).toBe(at);
        victim = await victims.next();
        victim.arm("", world.ahead);
        // The server that goes on, and once more.
        for (let again = 0; again < 2; again += 1) await prepared.run(victim);
        expect(await prepared.found(), at).toEqual(prepared.expected);
        expect(await differencesOf(database.db, books), at).toEqual([]);
        killed.set(at, (killed.get(at) ?? 0) + 1);
      }
      await victim.end();
      expect(killed).toEqual(new Map(chosen.map(({ at }) => [at, kills])));
    } finally {
      await victims.end();
      await world.close();
      await database.close();
    }
  },
  3_000_000,
);

const actsOf = (world: World): readonly Act[] => [...playActs(world), ...giftActs(world)];

/** The next server loads while the one before it runs. */
function serversOf(settings: Readonly<Record<string, string>>) {
  let standby = prepareVictim(settings);
  return {
    next(): Promise<Victim> {
      const opening = standby.open("");
      standby = prepareVictim(settings);
      return opening;
    },
    async kill(victim: Victim, at: FailpointName, ahead: number, { run }: Prepared): Promise<string | undefined> {
      victim.arm(`${at}:1`, ahead);
      await run(victim);
      // What follows from an event comes later than the answer; but a server that lives is ended.
      const ended = await Promise.race([victim.exited, new Promise<null>(resolve => setTimeout(resolve, 5_000, null))]);
      if (ended === null) await victim.end();
      return ended ?? undefined;
    },
    end: () => standby.end(),
  };
}
