import { fastify } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createBeacon, mountBeacon } from "#apps/sandbox/beacon.ts";
import { buildChain, linkAt } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { toHex } from "#kit/std/bytes.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { type CrashRules, crashRules, drawPoint } from "#modules/games/crash/shared/rules.ts";
import { drawPocket, rouletteRules } from "#modules/games/roulette/shared/rules.ts";
import { crashSequence, verifyChain } from "./chain.ts";

/** The edge changes after round 3. */
const [first] = crashRules.all;
const second = { ...required(first, "published rules"), version: "crash-2", rtp_percent: 80 };
const versions = ruleVersions<CrashRules>({ current: second, all: [...crashRules.all, second] });
const versionOf = (round: number): string => (round <= 3 ? "crash-1" : "crash-2");

/** A server with the two public calls, and a beacon: seven rounds of a chain of twenty are over. */
const beacon = createBeacon({ seed: Uint8Array.of(3), clock: { now: () => 1_770_000_000_000 } });
const beaconRound = 100;
const salt = required(beacon.round(beaconRound), "a round that is due").randomness;
const over = 7;
const pageSize = 3;

const chain = (() => {
  const walk = buildChain(
    nobleHashes,
    Uint8Array.from({ length: 32 }, (_, i) => 7 * i),
    20,
    10,
  );
  for (;;) {
    const step = walk.next();
    if (step.done) return step.value;
  }
})();
const link = (round: number) => linkAt(nobleHashes, chain, round);

function honest() {
  return {
    salt,
    head: toHex(link(0)),
    revealed: toHex(link(over)),
    versions: Array.from({ length: over + 1 }, (_, round) => versionOf(round)),
    points: Array.from({ length: over + 1 }, (_, round) =>
      round === 0
        ? ""
        : formatHundredths(
            drawPoint(versions.rulesOf(versionOf(round)), openStream(nobleHashes, link(round), ["crash", round, salt])),
          ),
    ),
  };
}
let publication = honest();
const server = fastify();
let address = "";

beforeAll(async () => {
  mountBeacon(server, beacon);
  const { hash, public_key } = beacon.info();
  server.get<{ Params: { sequence: string } }>("/api/v1/fairness/sequences/:sequence", request => ({
    data: {
      chains: [
        {
          sequence: request.params.sequence,
          chain: 1,
          head: publication.head,
          first_round: 1,
          length: 20,
          published_at: "2026-01-01T00:00:00.000Z",
          salt: publication.salt,
          beacon: { round: beaconRound, chain: hash, public_key, test: true },
        },
      ],
      revealed_round: over,
      revealed_link: publication.revealed,
    },
  }));
  server.get<{ Querystring: { cursor?: string } }>("/api/v1/games/crash/rounds", request => {
    const newest = Number(request.query.cursor ?? over);
    const rounds = Array.from({ length: Math.min(pageSize, newest) }, (_, index) => newest - index);
    const items = rounds.map(round => ({
      id: `crash-${round}`,
      round,
      status: "settled",
      ended_at: "2026-01-01T00:00:00.000Z",
      rules_version: publication.versions[round],
      point: publication.points[round],
      link: toHex(link(round)),
    }));
    return { data: { items, next_cursor: newest > pageSize ? String(newest - pageSize) : null } };
  });
  server.get("/api/v1/games/roulette/rounds", () => {
    const rounds = Array.from({ length: over }, (_, index) => over - index);
    const items = rounds.map(round => ({
      id: `roulette-1-${round}`,
      round,
      status: "settled",
      ended_at: "2026-01-01T00:00:00.000Z",
      rules_version: rouletteRules.current.version,
      pocket: drawPocket(rouletteRules.current, openStream(nobleHashes, link(round), ["roulette-1", round, salt])),
      link: toHex(link(round)),
    }));
    return { data: { items, next_cursor: null } };
  });
  address = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close());
beforeEach(() => {
  publication = honest();
});

async function verify(range: { from?: number; to?: number } = {}) {
  const lines: string[] = [];
  const right = await verifyChain(address, "crash", range, `${address}/beacon`, line => lines.push(line), {
    crash: crashSequence(versions),
  });
  return { right, text: lines.join("\n") };
}

test("an honest chain agrees from the last link to the head, its salt is the beacon's, its history is the chain's", async () => {
  const { right, text } = await verify();
  expect(right).toBe(true);
  expect(text).toContain("rounds 1 to 7 of chain 1");
  expect(text).toContain("7 rounds of the history, 0 of them different from the chain");
  expect(text).toContain("the signed value of test beacon");
});

test("each round is computed under the rules it was drawn with", async () => {
  publication.versions[5] = "crash-1";
  expect(await verify()).toMatchObject({ right: false, text: expect.stringContaining("≠ round 5") });
  publication = honest();
  publication.versions[2] = "crash-9";
  expect(await verify()).toMatchObject({ right: false, text: expect.stringContaining("unknown rules crash-9") });
});

test("a range covers its own rounds only", async () => {
  publication.points[6] = "99.99";
  expect(await verify({ from: 2, to: 4 })).toMatchObject({ right: true, text: expect.stringContaining("3 rounds") });
});

test("a changed point, another head, another salt and a made-up link are each found out", async () => {
  publication.points[3] = "99.99";
  expect(await verify()).toMatchObject({ right: false, text: expect.stringContaining("≠ round 3") });
  publication = { ...honest(), head: "ab".repeat(32) };
  expect((await verify()).right).toBe(false);
  publication = { ...honest(), salt: "ab".repeat(32) };
  expect(await verify()).toMatchObject({ right: false, text: expect.stringContaining("≠ the salt") });
  publication = { ...honest(), revealed: "ab".repeat(32) };
  expect((await verify()).right).toBe(false);
});

test("the shared table of roulette is checked in the same way, and an unknown sequence is reported", async () => {
  const lines: string[] = [];
  expect(await verifyChain(address, "roulette-1", {}, `${address}/beacon`, line => lines.push(line))).toBe(true);
  expect(lines.join("\n")).toContain("7 rounds of the history, 0 of them different from the chain");
  await expect(verifyChain(address, "poker", {}, undefined, () => {})).rejects.toThrow(
    "--chain must be crash or roulette-1",
  );
});

test("an unreachable server is reported", async () => {
  await expect(verifyChain("http://127.0.0.1:9", "crash", {}, undefined, () => {})).rejects.toThrow(
    "No server responds",
  );
});
