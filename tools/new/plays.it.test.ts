import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFullApp } from "#apps/server/testing/full-app.ts";
import { secondVerifier } from "#assurance/second-verifier/second-verifier.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { required } from "#kit/std/invariant.ts";
import { verifyRecord } from "#modules/fairness/shared/verification.ts";
import { type GameName, gameRules, verifiersOfGames } from "#modules/games/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";

/** A game that `npm run new` makes, where `new-game.it.test.ts` runs this; else the one it copies. */
const game = (process.env.NEW_GAME ?? "dice") as GameName;
const root = join(import.meta.dirname, "../..");

test("a bet is played from the declared call, and verifies on the page, in the terminal and in the second verifier", async () => {
  const { benchBet, calls } = gameTesting[game];
  const name = `POST /api/v1/games/${required(benchBet, "bets that are decided at once").call}` as const;
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-plays-"));
  const app = await openFullApp();
  try {
    const alice = await app.register();
    const { token } = alice;
    await app.payIn(alice, "100");
    await app.api.call("GET /api/v1/fairness/seeds", { token });
    await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "alice" } });
    const placed = await app.api.call(name, { token, key: randomUUID(), body: calls[name]?.body });
    expect(placed.status, placed.text).toBe(201);
    expect((await app.api.call("POST /api/v1/fairness/rotate", { token, body: {} })).status).toBe(200);
    const record = (await app.api.call(`GET /api/v1/rounds/${placed.body.data.id}`)).body.data.proof;
    expect(record).toMatchObject({ game, rules_version: gameRules[game].current.version });
    expect(verifyRecord(record, verifiersOfGames(gameRules), nobleHashes).verdict).toBe("matches");
    const file = join(folder, "record.json");
    writeFileSync(file, JSON.stringify(record));
    const terminal = spawnSync(process.execPath, ["tools/verify.ts", file], { cwd: root, encoding: "utf8" });
    expect(terminal.status, terminal.stdout + terminal.stderr).toBe(0);
    const second = spawnSync("python3", ["-B", secondVerifier, file], { encoding: "utf8" });
    expect(second.status, second.stdout + second.stderr).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
    await app.host.close();
  }
});
