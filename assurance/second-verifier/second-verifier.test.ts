import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawBelow, partialShuffle } from "#kit/fair/draw.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import slips from "#modules/betting/shared/slip-vectors.json" with { type: "json" };
import { slipLine, type WrittenSlip } from "#modules/betting/testing/slip-text.ts";
import { casesRules } from "#modules/games/cases/shared/rules.ts";
import cases from "#modules/games/cases/shared/vectors.json" with { type: "json" };
import coinflip from "#modules/games/coinflip/shared/vectors.json" with { type: "json" };
import { longestFlightMs, multiplierAt } from "#modules/games/crash/shared/climb.ts";
import crash from "#modules/games/crash/shared/vectors.json" with { type: "json" };
import dice from "#modules/games/dice/shared/vectors.json" with { type: "json" };
import hilo from "#modules/games/hilo/shared/vectors.json" with { type: "json" };
import keno from "#modules/games/keno/shared/vectors.json" with { type: "json" };
import limbo from "#modules/games/limbo/shared/vectors.json" with { type: "json" };
import miner from "#modules/games/miner/shared/vectors.json" with { type: "json" };
import plinko from "#modules/games/plinko/shared/vectors.json" with { type: "json" };
import roulette from "#modules/games/roulette/shared/vectors.json" with { type: "json" };
import jackpots from "#modules/jackpots/shared/vectors.json" with { type: "json" };
import wheel from "#modules/wheel/shared/vectors.json" with { type: "json" };
import { recordFromInputs } from "#tools/verify/sources.ts";
import { randomRounds } from "./random-rounds.ts";
import { randomSlips } from "./random-slips.ts";
import { checkWithSecondVerifier, secondVerifier } from "./second-verifier.ts";

const seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const digits = (text: string) => text.replace(".", "").replace(/^0+(?=\d)/, "");

test("the published golden values come out of the second verifier too", async () => {
  const { code, text } = await checkWithSecondVerifier([
    `commitment ${seed} = 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd`,
    `dice ${seed} player-seed_1 0 over 4999 1000000 = 970 0`,
    `dice ${seed} player-seed_1 1 over 4999 1000000 = 9981 1980000`,
    `coinflip ${seed} player-seed_1 0 1 = 1`,
    `miner ${seed} player-seed_1 0 3 = 14 8 24`,
    `limbo ${seed} player-seed_1 0 200 1000000 = 3301593117084672 370 2000000`,
    `plinko ${seed} player-seed_1 0 16 high 1000000 = RRLRLLRLLLRRRLRR 9 260000`,
    `keno ${seed} player-seed_1 0 = 10 20 7 29 24 32 21 33 15 27`,
    `hilo ${seed} player-seed_1 0 5 = 25 0 1 16 50`,
    `crash ${seed} 1 ${"00".repeat(31)}01 = 3013534744032428 299`,
    `roulette ${seed} player-seed_1 0 = 36`,
    `roulette-1 ${seed} 1 ${"00".repeat(31)}01 = 26`,
    `wheel ${seed} player-seed_1 0 RUB = 924145 5 50000`,
    `configuration roulette = ${roulette.config_hash}`,
    `configuration dice = ${dice.config_hash}`,
    `configuration limbo = ${limbo.config_hash}`,
    `configuration plinko = ${plinko.config_hash}`,
    `configuration keno = ${keno.config_hash}`,
    `configuration miner = ${miner.config_hash}`,
    `configuration hilo = ${hilo.config_hash}`,
    `configuration crash = ${crash.config_hash}`,
    `configuration wheel = ${wheel.config_hash}`,
  ]);
  expect(text).toBe("22 rounds, 0 differ\n");
  expect(code).toBe(0);
});

test("every golden round of dice, limbo, plinko, keno, miner, hilo, cases, coinflip, crash, roulette and the wheel of the day, and the climb of crash, come out alike", async () => {
  const lines = [
    ...dice.rounds.map(
      each =>
        `dice ${each.server_seed} ${each.client_seed} ${each.nonce} ${each.direction} ${digits(each.target)} ${each.stake}` +
        ` = ${digits(each.roll)} ${each.payout}`,
    ),
    ...limbo.rounds.map(
      each =>
        `limbo ${each.server_seed} ${each.client_seed} ${each.nonce} ${digits(each.target)} ${each.stake}` +
        ` = ${each.x} ${digits(each.result)} ${each.payout}`,
    ),
    ...plinko.rounds.map(
      each =>
        `plinko ${each.server_seed} ${each.client_seed} ${each.nonce} ${each.rows} ${each.risk} ${each.stake}` +
        ` = ${each.path} ${each.slot} ${each.payout}`,
    ),
    ...keno.rounds.map(
      each =>
        `keno ${each.server_seed} ${each.client_seed} ${each.nonce} ${each.risk} ${each.picks.join(",")} ${each.stake}` +
        ` = ${each.drawn.join(" ")} ${each.hits} ${each.payout}`,
    ),
    ...miner.rounds.map(
      each =>
        `miner ${each.server_seed} ${each.client_seed} ${each.nonce} ${each.mines} ${each.tiles.join(",") || "-"} ${each.stake}` +
        ` = ${each.board.join(" ")} ${each.end.replace("completed", "cashed_out")} ${each.payout}`,
    ),
    ...hilo.rounds.map(
      each =>
        `hilo ${each.server_seed} ${each.client_seed} ${each.nonce} ${each.choices.join(",") || "-"} ${each.stake}` +
        ` = ${each.cards.join(" ")} ${each.end.replace("completed", "cashed_out")} ${each.payout}`,
    ),
    ...roulette.spins.map(each => {
      const chips = each.chips.map(chip => chip.join(":")).join(",");
      const spin = `${each.server_seed} ${each.client_seed} ${each.nonce} ${chips}`;
      return `roulette ${spin} = ${each.pocket} ${each.payout}`;
    }),
    ...roulette.rounds.map(each => `roulette-1 ${each.link} ${each.round} ${each.salt} = ${each.pocket}`),
    `configuration coinflip = ${coinflip.config_hash}`,
    ...coinflip.rounds
      .filter(each => each.ladder && each.called.length > 0)
      .map(each => {
        const draws = each.landed.map(side => (side === "heads" ? 0 : 1)).join(" ");
        const flips = `${each.server_seed} ${each.client_seed} ${each.nonce} ${each.called.length}`;
        return `coinflip ${flips} ${each.called.join(",")} ${each.stake} = ${draws} ${each.payout}`;
      }),
    ...cases.rounds.map(
      each =>
        `cases ${each.server_seed} ${each.client_seed} ${each.nonce} ${each.slug} ${each.count} ${each.price}` +
        ` = ${each.tickets.join(" ")} ${each.multipliers.map(digits).join(" ")} ${each.payout}`,
    ),
    ...casesRules.current.cases.map(
      ({ slug }) => `configuration cases ${slug} = ${cases.config_hashes[slug as "amber"]}`,
    ),
    ...wheel.rounds.map(each => {
      const seedsText = `${each.server_seed} ${each.client_seed} ${each.nonce} ${each.currency}`;
      return `wheel ${seedsText} = ${each.ticket} ${digits(each.share)} ${each.payout}`;
    }),
    ...jackpots.entries.map(each => {
      const seedsText = `${each.server_seed} ${each.client_seed} ${each.nonce}`;
      return `jackpots ${seedsText} ${each.entry} = ${each.word} ${each.share} ${each.reserve} ${each.won ? "won" : "not-won"}`;
    }),
    ...crash.rounds.map(each => `crash ${each.link} ${each.round} ${each.salt} = ${each.x} ${digits(each.point)}`),
  ];
  for (let ms = 0; ms <= longestFlightMs; ms += 97) lines.push(`climb ${ms} = ${multiplierAt(ms)}`);
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: `${lines.length} rounds, 0 differ\n` });
});

/** `ROUNDS=200000` checks as many as before a release. */
const rounds = Number(process.env.ROUNDS ?? 20_000);

test("random rounds come out alike", async () => {
  expect(await checkWithSecondVerifier(randomRounds(rounds))).toEqual({
    code: 0,
    text: `${rounds} rounds, 0 differ\n`,
  });
}, 300_000);

test("long draws of other games come out alike: shuffles and cards beyond the first block", async () => {
  const lines = Array.from({ length: 300 }, (_, nonce) => {
    const open = (game: string) => openStream(nobleHashes, required(parseHex(seed), "seed"), [game, "alice", nonce]);
    const cards = open("hilo");
    return [
      `hilo ${seed} alice ${nonce} 100 = ${Array.from({ length: 100 }, () => drawBelow(cards, 52n)).join(" ")}`,
      `miner ${seed} alice ${nonce} 24 = ${partialShuffle(open("miner"), 25, 24).join(" ")}`,
    ];
  }).flat();
  expect((await checkWithSecondVerifier(lines)).code).toBe(0);
});

test("the whole table of slips, and 10,000 random ones of up to eight legs, come out alike", async () => {
  const written = slips.slips as readonly WrittenSlip[];
  const half = (legs: string) => `cash_out 50% 10000000 accumulator - ${legs}`;
  const lines = [
    ...written.map(slipLine),
    `${half("2000:won 2500:p500000_0_0_0 1800:p550000_0_0_0")} = 23510000 5000000 11750000`,
    "cash_out 6000000 10000000 accumulator - 2000:won 2500:p500000_0_0_0 1800:p550000_0_0_0 = 23510000 2560000 6000000",
    ...randomSlips(10_000),
  ];
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: `${lines.length} rounds, 0 differ\n` });
}, 300_000);

test("it says so when something differs", async () => {
  const wrong = await checkWithSecondVerifier([`dice ${seed} player-seed_1 0 over 4999 1000000 = 971 0`]);
  expect(wrong.code).toBe(1);
  expect(wrong.text).toContain("here 970 0, there 971 0");
});

test("it reads a proof record as the API returns it", () => {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-record-"));
  const file = join(folder, "record.json");
  const record = recordFromInputs({ game: "dice", "server-seed": seed, "client-seed": "player-seed_1", nonce: "1" });
  const run = (proof: object) => {
    writeFileSync(file, JSON.stringify({ data: { id: "x", proof } }));
    return spawnSync("python3", ["-B", secondVerifier, file], { encoding: "utf8" });
  };
  expect(run(record).stdout).toContain("ok      the roll is 99.81");
  expect(run(record).status).toBe(0);
  const wrong = run({ ...record, outcome: { roll: "9.70" } });
  expect([wrong.status, wrong.stdout]).toEqual([1, expect.stringContaining("DIFFERS the roll is 99.81")]);

  const drawn = recordFromInputs({
    game: "keno",
    "server-seed": seed,
    "client-seed": "player-seed_1",
    nonce: "0",
    picks: "7,10,39",
    risk: "high",
  });
  expect(run({ ...drawn, stake: "1", payout: "0" }).stdout).toContain("ok      2 of 3 picks hit");

  const spun = recordFromInputs({ game: "wheel", "server-seed": seed, "client-seed": "player-seed_1", nonce: "0" });
  expect(run(spun)).toMatchObject({ status: 0, stdout: expect.stringContaining("ok      the ticket is 924145") });
  expect(run({ ...spun, payout: "0.01" })).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("DIFFERS the prize is 500 micro-units"),
  });

  const [golden] = jackpots.entries;
  const entered = recordFromInputs({
    game: "jackpots",
    "server-seed": seed,
    "client-seed": "player-seed_1",
    nonce: "0",
    entry: golden?.entry,
    previous: golden?.previous,
  });
  expect(run(entered)).toMatchObject({ status: 1, stdout: expect.stringContaining("DIFFERS the stake is that of") });
  const whole = { ...entered, stake: "1" };
  expect(run(whole)).toMatchObject({ status: 0, stdout: expect.stringContaining("ok      the hash covers the entry") });
  expect(run({ ...whole, outcome: { ...whole.outcome, won: true } }).stdout).toContain("DIFFERS the entry adds 1800");
  rmSync(folder, { recursive: true });
});
