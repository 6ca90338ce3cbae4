import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { countGameDays } from "#modules/wallet/server/index.ts";
import { type ExportsApp, fetchFile, lines, openExports, ordered, parts } from "./testing/exports.ts";
import type { FullApp, Somebody } from "./testing/full-app.ts";

let office: ExportsApp;
let app: FullApp;
let askar: TestOperator;
let madina: TestOperator;
let sanzhar: TestOperator;
beforeAll(async () => {
  office = await openExports();
  ({ app, askar, madina, sanzhar } = office);
});
afterAll(() => app.host.close());

describe("files for finance and the auditor", () => {
  const cellsOf = (file: string) => lines(parts(file)[1]).map(line => line.split(","));
  const pseudonym = /p-[0-9a-f]{32}/;
  const resolve = (who: TestOperator, name: string, reason = "a chargeback to look into") =>
    who.call("POST /api/office/pseudonyms/resolve", { pseudonym: name, reason });

  async function alicesPseudonym(): Promise<{ alice: Somebody; name: string; files: readonly string[] }> {
    const alice = await app.register("alice.leakova@leaky.example");
    await app.host.db.query(
      "UPDATE accounts.players SET name = 'Alice Leakova', phone = '+77015554167' WHERE id = $1",
      [alice.id],
    );
    await app.api.call("PUT /api/v1/fairness/client-seed", { token: alice.token, body: { client_seed: "alice" } });
    await app.payIn(alice, "10");
    for (const stake of ["1", "2"]) {
      const body = { stake, currency: "USD", direction: "over", target: "49.50" };
      const bet = await app.api.call("POST /api/v1/games/dice/bets", { token: alice.token, key: randomUUID(), body });
      expect(bet.status, bet.text).toBe(201);
    }
    await countGameDays(app.host, []);
    const tags = { add: ["complaint"], remove: [], reason: "Alice Leakova called" };
    expect((await askar.call(`POST /api/office/players/${alice.id}/tags`, tags)).status).toBe(200);
    const bets = await office.fileOf(madina, "bets", { game: "dice" });
    const audit = await office.fileOf(madina, "audit", { subject: `player:${alice.id}` });
    const name = pseudonym.exec(parts(audit)[1])?.[0] ?? "";
    return { alice, name, files: [bets, audit] };
  }
  let of: Awaited<ReturnType<typeof alicesPseudonym>>;
  beforeAll(async () => {
    await app.register();
    of = await alicesPseudonym();
  });

  test("have one pseudonym of a player in every file, so that sums can be joined, and nothing that says who it is", async () => {
    const { alice, name } = of;
    const players = await office.fileOf(madina, "players");
    const boris = await office.hire("auditor", "Igor");
    const files = [...of.files, players, await office.fileOf(boris, "players", { query: alice.email })];
    expect(name).toMatch(pseudonym);
    for (const file of files) {
      for (const secret of [alice.id, alice.email, "Leakova", "@l", "41 67"]) expect(file).not.toContain(secret);
      expect(parts(file)[0]).toContain("players,pseudonyms");
      expect(parts(file)[1]).toContain(name);
    }
    expect(cellsOf(players)[0]?.slice(0, 4)).toEqual(["export_id", "player_pseudonym", "registered_by", "test"]);
    const [bets = "", audit = ""] = of.files;
    const [heading, ...rows] = cellsOf(bets);
    const own = rows.filter(row => row[heading?.indexOf("player_pseudonym") ?? -1] === name);
    expect(own.map(row => Number(row[heading?.indexOf("stake") ?? -1])).toSorted()).toEqual([1, 2]);
    expect(heading).not.toContain("player");
    expect(parts(audit)[1]).toContain(`,player:${name},`);
    expect(parts(audit)[0]).toContain(`player:${name}`);
    expect(cellsOf(audit)[0]).not.toContain("reason");
  });

  test("are no others than those for risk, whose files say who players are", async () => {
    const timur = await office.hire("risk", "Tair");
    const file = await office.fileOf(timur, "players");
    expect(file).toContain(of.alice.id);
    expect(file).not.toMatch(pseudonym);
    expect(file).not.toContain("players,pseudonyms");
    const revenue = await office.fileOf(madina, "report-revenue");
    expect(revenue).not.toContain("pseudonym");
  });

  test("a file that says who players are is not sent once its operator may have pseudonyms only", async () => {
    const zhan = await office.hire("risk", "Zhan");
    const id = await ordered(zhan, "players");
    await office.make(id);
    await app.host.db.query("UPDATE operators.operators SET role = 'finance' WHERE name = 'Zhan'");
    const refused = await fetchFile(zhan, id);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: "forbidden", data: { permission: "exports.players" } },
    });
    expect(await office.fileOf(zhan, "players")).toMatch(pseudonym);
  });

  test("support and risk find the player behind a pseudonym, with an entry that does not name it; finance does not", async () => {
    const { alice, name } = of;
    const found = await resolve(sanzhar, name);
    expect(found.status, found.text).toBe(200);
    expect(found.body.data).toEqual({ player: alice.id });
    const entries = (await askar.call(`GET /api/office/audit?subject=player:${alice.id}&action=player.resolve`)).body
      .data;
    expect(entries.items).toMatchObject([{ operator: "Sanzhar", reason: "a chargeback to look into" }]);
    expect(JSON.stringify(entries)).not.toContain(name);
    expect((await sanzhar.call(`GET /api/office/players/${alice.id}/revealed`)).body.data).toMatchObject({
      seconds: 0,
      fields: [],
    });
    expect((await resolve(madina, name)).body).toMatchObject({ code: "forbidden" });
    expect((await resolve(sanzhar, name, " ")).status).toBe(422);
    expect((await resolve(sanzhar, alice.id)).body.errors).toEqual({ pseudonym: ["pseudonym_invalid"] });
    expect((await resolve(sanzhar, `p-${"0".repeat(32)}`)).body.code).toBe("pseudonym_unknown");
    const { rows } = await app.host.db.query<{ player: Buffer }>(
      "SELECT sealed_player AS player FROM exports.pseudonyms",
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { player } of rows) expect(player.toString("latin1")).not.toContain(alice.id);
  });

  test("each one found is one of thirty reveals in an hour, also at once", async () => {
    const dina = await office.hire("support", "Dina");
    const body = { fields: ["email"], reason: "she asked from another phone" };
    expect((await dina.call(`POST /api/office/players/${of.alice.id}/reveal`, body)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 31 }, () => resolve(dina, of.name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 29 }, () => 200),
      429,
      429,
    ]);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe("reveal_limit");
  });

  test("an erased player's pseudonym cannot be resolved", async () => {
    const gone = await app.register();
    const audit = await office.fileOf(madina, "audit", { subject: `player:${gone.id}` });
    const name = pseudonym.exec(audit)?.[0] ?? "";
    const timur = await office.hire("risk", "Temir");
    expect((await resolve(timur, name)).body.data).toEqual({ player: gone.id });
    for (const { onPlayerErased, manifest } of app.modules.all)
      if (manifest.name === "exports") await app.host.db.tx(async tx => onPlayerErased?.(tx, gone.id));
    expect((await resolve(timur, name)).body.code).toBe("pseudonym_unknown");
  });
});
