import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryListHash } from "#kit/fair/entries.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { multiplayerStream } from "#modules/fairness/shared/multiplayer.ts";
import { battleEnd, battlesRules, drawBattle, seatPrice } from "#modules/games/battles/shared/rules.ts";
import battles from "#modules/games/battles/shared/vectors.json" with { type: "json" };
import duels from "#modules/games/duels/shared/vectors.json" with { type: "json" };
import { drawTicket, holderOf, potOf, roomsRules, winnerGets } from "#modules/games/rooms/shared/rules.ts";
import rooms from "#modules/games/rooms/shared/vectors.json" with { type: "json" };
import { checkWithSecondVerifier, secondVerifier } from "./second-verifier.ts";

/** Rounds between players and the second, independent verifier. */

const { current: battleRules } = battlesRules;
const { cases } = battleRules.cases;

const lineOf = (each: (typeof rooms.rounds)[number]) =>
  `rooms ${each.secret} ${each.round} ${each.beacon_round} ${each.beacon_value} ${each.entries} = ${each.ticket} ${each.seat} ${each.payout}`;

test("every golden round of the rooms comes out of the second verifier too", async () => {
  const lines = [...rooms.rounds.map(lineOf), `configuration rooms = ${rooms.config_hash}`];
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: `${lines.length} rounds, 0 differ\n` });
  const wrong = await checkWithSecondVerifier([lineOf(rooms.rounds[0] as never).replace(/ \d+$/, " 1")]);
  expect(wrong.code).toBe(1);
});

test("every golden duel is reproduced of it too", async () => {
  const lines = duels.rounds.map(
    each =>
      `duels ${each.secret} ${each.round} ${each.beacon_round} ${each.beacon_value} ${each.entries} = ${each.winner} ${each.payout}`,
  );
  lines.push(`configuration duels = ${duels.config_hash}`);
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: `${lines.length} rounds, 0 differ\n` });
});

test("every golden battle is reproduced of it, with totals, ties and shares", async () => {
  const lines = battles.rounds.flatMap(each => [
    `battles ${each.secret} ${each.round} ${each.beacon_round} ${each.beacon_value} ${each.entries} ${each.cases} ${each.currency} = ${each.tickets} | ${each.totals} | ${each.winners} | ${each.payouts}`,
    `configuration battles ${each.cases} = ${each.config_hash}`,
  ]);
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: `${lines.length} rounds, 0 differ\n` });
});

/** The stream of a round with these entries, and the facts of the round as the second verifier reads them. The rest is taken from `bytes`. */
function randomStream(game: string, bytes: Buffer, entries: Parameters<typeof entryListHash>[1]) {
  const [secret, beaconValue] = [bytes.subarray(0, 32), toHex(bytes.subarray(32, 64))];
  const [round, beaconRound] = [bytes.readUInt32BE(80) + 1, bytes.readUInt32BE(84) + 1];
  const entriesHash = toHex(entryListHash(nobleHashes, entries));
  const list = entries.map(({ seat, player, stake }) => `${seat}:${player}:${stake}`).join(",");
  return {
    stream: multiplayerStream(nobleHashes, secret, { game, round, beaconRound, beaconValue, entriesHash }),
    facts: `${toHex(secret)} ${round} ${beaconRound} ${beaconValue} ${list}`,
  };
}

/** A random battle settled with the server's own files, as a line for the second verifier. */
function randomBattle(): string {
  const bytes = randomBytes(96);
  const seats = 2 + (bytes.readUInt8(64) % 3);
  const slugs = Array.from({ length: 1 + (bytes.readUInt8(65) % 10) }, (_, i) => {
    return required(cases[bytes.readUInt8(66 + i) % cases.length], "a case").slug;
  });
  const currency = required(currencyCodes[bytes.readUInt8(77) % currencyCodes.length], "a currency");
  const stake = seatPrice(battleRules, slugs, currency);
  const entries = Array.from({ length: seats }, (_, i) => {
    return { seat: i + 1, player: toHex(bytes.subarray(i, i + 16)), stake };
  });
  const { stream, facts } = randomStream("battles", bytes, entries);
  const tickets = drawBattle(battleRules, stream, slugs.length, seats);
  const { totals, winners, payouts } = battleEnd(battleRules, slugs, tickets, currency);
  const answer = [tickets.flat(), totals, winners, payouts].map(each => each.join(" ")).join(" | ");
  return `battles ${facts} ${slugs.join(",")} ${currency} = ${answer}`;
}

test("2,000 random battles come out alike", async () => {
  const lines = Array.from({ length: 2_000 }, randomBattle);
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: "2000 rounds, 0 differ\n" });
}, 60_000);

/** A random round settled with the server's own files, as a line for the second verifier. */
function randomLine(): string {
  const bytes = randomBytes(96);
  const entries = Array.from({ length: 2 + (bytes.readUInt8(64) % 6) }, (_, i) => {
    return { seat: i + 1, player: toHex(bytes.subarray(i, i + 16)), stake: BigInt(bytes.readUInt32BE(65 + 4 * i) + 1) };
  });
  const { stream, facts } = randomStream("rooms", bytes, entries);
  const pot = potOf(entries);
  const ticket = drawTicket(stream, pot);
  const answer = `${ticket} ${holderOf(entries, ticket).seat} ${winnerGets(roomsRules.current, pot)}`;
  return `rooms ${facts} = ${answer}`;
}

test("5,000 random rounds come out alike", async () => {
  const lines = Array.from({ length: 5_000 }, randomLine);
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: "5000 rounds, 0 differ\n" });
}, 60_000);

test("it reads a record between players, revealed, given back and not over yet", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-between-"));
  const file = join(folder, "record.json");
  const golden = rooms.rounds[0];
  const signature = "00";
  const value = toHex(nobleHashes.sha256(Uint8Array.of(0)));
  const entries = [{ seat: 1, player: "a1", stake: "5000000" }];
  const hash = toHex(entryListHash(nobleHashes, [{ seat: 1, player: "a1", stake: 5_000_000n }]));
  const record = {
    kind: "between",
    game: "rooms",
    version: "fairhouse-1",
    rules_version: roomsRules.current.version,
    round: 1,
    commitment: golden?.commitment,
    secret: golden?.secret,
    entries,
    entries_hash: hash,
    beacon: { round: 1, value, signature },
    outcome: { ticket: "0", seat: 1, payout: "4.85" },
    currency: "RUB",
  };
  const run = (proof: object) => {
    writeFileSync(file, JSON.stringify({ data: { proof } }));
    return spawnSync("python3", ["-B", secondVerifier, file], { encoding: "utf8" });
  };
  expect(run(record).stdout).toContain("ok      the winner gets 4850000 micro-units");
  expect(run(record).stdout).toContain("ok      it is of seat 1");
  expect(run({ ...record, entries_hash: value }).stdout).toContain("DIFFERS the entry list");
  expect(run({ ...record, secret: null })).toMatchObject({ status: 2, stdout: "not revealed yet\n" });
  expect(run({ ...record, beacon: { ...record.beacon, value: null } }).stdout).toContain("given back");
  rmSync(folder, { recursive: true });
});
