import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { pngBomb, testPng } from "#kit/testing/test-images.ts";
import { playedBy } from "#modules/accounts/server/index.ts";
import { nameKey } from "#modules/accounts/shared/name-key.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

const dayMs = 86_400_000;
let app: FullApp;
let mod: TestOperator;
beforeAll(async () => {
  app = await openFullApp({ RATE_LIMIT_FACTOR: "1000" });
  mod = await testOperator({ ...app, operators: app.modules.operators }, "support");
});
afterAll(() => app.host.close());

let count = 0;
/** A free name, of letters only. */
const freshName = (base = "Kate") =>
  `${base}${String.fromCharCode(...[...String(count++)].map(d => 97 + Number(d)))}xq`;

const call = (who: Somebody, nameAndPath: string, body?: unknown) =>
  app.api.call(nameAndPath, { token: who.token, ...(body !== undefined && { body }) });
const choose = (who: Somebody, name: string) => call(who, "PUT /api/v1/profile/identity/name", { name });
const check = (who: Somebody, name: string) => call(who, "POST /api/v1/profile/identity/name/check", { name });
const draw = (who: Somebody, avatar: string | null) => call(who, "PUT /api/v1/profile/identity/avatar", { avatar });
const identity = async (who: Somebody) => (await call(who, "GET /api/v1/profile/identity")).body.data;
const profile = async (who: Somebody) => (await call(who, "GET /profile/user")).body.user;
const page = (nameOrId: string) => app.api.call(`GET /api/v1/players/${encodeURIComponent(nameOrId)}`);
const face = async ({ id }: Somebody) => (await app.modules.accounts.publicProfiles([id])).get(id)?.face;
const upload = (who: Somebody, bytes: Uint8Array, type = "image/png") =>
  call(who, "POST /api/v1/profile/identity/avatar/upload", { type, content: Buffer.from(bytes).toString("base64") });
const queue = async () => (await mod.call("GET /api/office/moderation")).body.data;
const itemOf = async ({ id }: Somebody, subject: string) =>
  (await queue()).find(
    (row: { player: { id: string }; subject: string }) => row.player.id === id && row.subject === subject,
  );
const decide = (id: string, body: object) => mod.call(`POST /api/office/moderation/${id}/decision`, body);
const approve = (id: string) => decide(id, { decision: "approved", reason: "looks fine" });
const reject = (id: string, why = "offensive") =>
  decide(id, { decision: "rejected", why, reason: "against the rules" });
const inbox = async (who: Somebody) =>
  (await call(who, "GET /api/v1/inbox")).body.data.items.map(({ kind, data }: { kind: string; data: object }) => ({
    kind,
    ...data,
  }));
const picture = () => testPng(90, 40);

test("the profile call names the features that are enabled", async () => {
  const alice = await app.register();
  expect((await call(alice, "GET /profile/user")).body.features).toEqual(["deposits"]);
});

describe("a name", () => {
  test("alice's new name is shown everywhere at once, and is in review", async () => {
    const alice = await app.register();
    const before = await identity(alice);
    expect(before).toMatchObject({ name_state: "generated", next_change_at: null, upload: null, rejected_name: null });
    const name = freshName("Alice");
    expect((await check(alice, name)).body.data).toEqual({ name });
    const answer = await choose(alice, name);
    expect(answer.status, answer.text).toBe(200);
    const next = new Date(app.host.clock.now() + 30 * dayMs).toISOString();
    expect(answer.body.data).toMatchObject({ name, name_state: "in_review", next_change_at: next });
    expect((await face(alice))?.name).toBe(name);
    expect((await profile(alice)).name).toBe(name);
    const item = await itemOf(alice, "name");
    expect(item).toMatchObject({ name, former_name: before.name, state: "in_review", open: true });
    expect((await mod.call("GET /api/office/queues")).body.data.moderation).toBeGreaterThan(0);
    expect((await approve(item.id)).status).toBe(204);
    expect((await identity(alice)).name_state).toBe("approved");
    expect(await inbox(alice)).toEqual([]);
  });

  test("is taken in any case, with separators, and with letters that look the same", async () => {
    const [alice, bob] = [await app.register(), await app.register()];
    expect((await choose(alice, "Сосора")).status).toBe(200);
    for (const name of ["Сосора", "СОСОРА", "Cocopa", "c0c0pa", "co-co_pa"]) {
      const answer = await choose(bob, name);
      expect(answer.body, name).toMatchObject({ code: "validation_failed", errors: { name: ["name_taken"] } });
      expect((await check(bob, name)).body.errors, name).toEqual({ name: ["name_taken"] });
    }
    expect((await identity(bob)).name_state).toBe("generated");
  });

  test.each([
    ["kа te", "name_letters"],
    ["ka\u200Bte", "name_letters"],
    ["\u202Eetak", "name_letters"],
    ["kate\u0000", "name_letters"],
    ["kаtе", "name_mixed"],
    ["Fairh0use", "name_reserved"],
    ["Support_Kate", "name_reserved"],
    ["Модератор", "name_reserved"],
    ["ab", "name_length"],
    ["x".repeat(10_000), "name_length"],
    [7, "name_length"],
  ])("%j is refused with one error, and nothing changes", async (name, why) => {
    const alice = await app.register();
    const before = await identity(alice);
    const answer = await choose(alice, name as string);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ name: [why] });
    expect(await identity(alice)).toEqual(before);
  });

  test("of an operator is reserved: their first name, their last name and both together", async () => {
    await testOperator({ ...app, operators: app.modules.operators }, "finance", "Saltanat Omarova");
    const alice = await app.register();
    for (const name of ["Saltanat", "SALTANAT_77", "Omar0va", "Saltanat-Omarova"]) {
      expect((await check(alice, name)).body.errors, name).toEqual({ name: ["name_reserved"] });
      expect((await choose(alice, name)).body.errors, name).toEqual({ name: ["name_reserved"] });
    }
    expect((await choose(alice, "Saltanatxq")).status).toBe(200);
  });

  test("of two players who choose it in the same moment one gets it", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.register()));
    const name = freshName("Race");
    const answers = await Promise.all(people.map((who, i) => choose(who, i % 2 ? name : name.toUpperCase())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.body.errors).toEqual({ name: ["name_taken"] });
    const { rows } = await app.host.db.query("SELECT FROM profiles.names WHERE name_key = $1", [nameKey(name)]);
    expect(rows).toHaveLength(1);
  });

  test("is changed once by two concurrent requests of one player, and again after 30 days", async () => {
    const alice = await app.register();
    const [one, other, third] = [freshName(), freshName(), freshName()];
    const statuses = (await Promise.all([choose(alice, one), choose(alice, other)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const refused = await choose(alice, third);
    expect(refused.body).toMatchObject({ code: "name_change_too_soon" });
    const { next_change_at } = await identity(alice);
    expect(refused.body.data).toEqual({ next_change_at });
    await app.host.db.query(
      "UPDATE profiles.names SET chosen_at = chosen_at - interval '30 days 1 second' WHERE player_id = $1",
      [alice.id],
    );
    expect((await choose(alice, third)).status).toBe(200);
  });

  test("that is rejected restores the former one and the right to change, and its player is notified", async () => {
    const [alice, bob] = [await app.register(), await app.register()];
    const { name: generated } = await identity(alice);
    const bad = freshName("Rude");
    await choose(alice, bad);
    expect((await choose(bob, generated)).body.errors.name).not.toBeUndefined();
    const item = await itemOf(alice, "name");
    expect((await decide(item.id, { decision: "rejected", reason: "rude" })).body.errors).toEqual({
      why: ["why_needed"],
    });
    expect((await reject(item.id)).status).toBe(204);
    expect(await identity(alice)).toMatchObject({
      name: generated,
      name_state: "generated",
      next_change_at: null,
      rejected_name: { name: bad, why: "offensive" },
    });
    expect((await face(alice))?.name).toBe(generated);
    await expect.poll(() => inbox(alice)).toEqual([{ kind: "name_rejected", name: bad, why: "offensive" }]);
    expect((await approve(item.id)).body.code).toBe("moderation_closed");
    for (const who of [alice, bob])
      expect((await choose(who, bad.toLowerCase())).body.errors).toEqual({ name: ["name_refused"] });
    expect((await choose(alice, freshName("Polite"))).status).toBe(200);
  });

  test("is reserved for its owner for 90 days after a change, and an approved one may be reclaimed later", async () => {
    const [alice, bob] = [await app.register(), await app.register()];
    const [first, second] = [freshName("First"), freshName("Second")];
    await choose(alice, first);
    await approve((await itemOf(alice, "name")).id);
    const age = (days: number) =>
      app.host.db.query(
        "UPDATE profiles.names SET chosen_at = chosen_at - $2 * interval '1 day' WHERE player_id = $1",
        [alice.id, days],
      );
    await age(31);
    await choose(alice, second);
    expect((await choose(bob, first)).body.errors).toEqual({ name: ["name_taken"] });
    await approve((await itemOf(alice, "name")).id);
    const item = await itemOf(alice, "name");
    expect(item).toMatchObject({ state: "approved", name: second, open: true });
    expect((await reject(item.id, "impersonation")).status).toBe(204);
    expect(await identity(alice)).toMatchObject({ name: first, name_state: "approved", next_change_at: null });
    await choose(alice, freshName("Third"));
    await age(91);
    await app.host.db.query(
      "UPDATE profiles.names SET state = 'approved' WHERE player_id = $1 AND state = 'in_review'",
      [alice.id],
    );
    expect((await choose(bob, first)).status).toBe(200);
  });
});

describe("an avatar", () => {
  test("from the drawn set is shown at once, and the seal can be restored", async () => {
    const alice = await app.register();
    const { seal } = await identity(alice);
    expect((await profile(alice)).image.small).toMatch(new RegExp(`^https?://.+/avatars/${seal}$`));
    expect((await draw(alice, "fox")).body.data.avatar).toBe("fox");
    expect((await face(alice))?.avatar).toBe("fox");
    expect((await profile(alice)).image.small).toMatch(/\/avatars\/fox$/);
    expect((await draw(alice, "dragon")).body.errors).toEqual({ avatar: ["avatar_unknown"] });
    expect((await draw(alice, null)).body.data.avatar).toBe(seal);
  });

  test("that is uploaded becomes a small square WebP, and others see it once it is approved", async () => {
    const alice = await app.register();
    await draw(alice, "owl");
    const answer = await upload(alice, picture());
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ avatar: "owl", upload: { state: "in_review" } });
    const small = await sharp(Buffer.from(answer.body.data.upload.image, "base64")).metadata();
    expect(small).toMatchObject({ format: "webp", width: 192, height: 192 });
    const { key } = (
      await app.host.db.query<{ key: string }>("SELECT key FROM profiles.avatars WHERE player_id = $1", [alice.id])
    ).rows[0] ?? { key: "" };
    expect(await app.modules.profiles.shownUpload(key)).toBeUndefined();
    const item = await itemOf(alice, "avatar");
    expect(item.image).toBe(answer.body.data.upload.image);
    await approve(item.id);
    expect((await face(alice))?.avatar).toBe(key);
    expect(await app.modules.profiles.shownUpload(key)).toBeInstanceOf(Uint8Array);
    await expect.poll(() => inbox(alice)).toEqual([{ kind: "avatar_approved" }]);
    expect((await reject(item.id, "illegal")).status).toBe(204);
    expect((await face(alice))?.avatar).toBe((await identity(alice)).seal);
    expect(await app.modules.profiles.shownUpload(key)).toBeUndefined();
    expect((await identity(alice)).upload).toEqual({ state: "rejected", image: null, why: "illegal" });
    await expect.poll(() => inbox(alice)).toContainEqual({ kind: "avatar_rejected", why: "illegal" });
  });

  test("in review is withdrawn by the next upload and by a drawn one", async () => {
    const alice = await app.register();
    await upload(alice, picture());
    const first = await itemOf(alice, "avatar");
    await upload(alice, testPng(50, 50));
    expect((await approve(first.id)).body.code).toBe("moderation_closed");
    const second = await itemOf(alice, "avatar");
    await draw(alice, "cat");
    expect((await approve(second.id)).body.code).toBe("moderation_closed");
    expect((await face(alice))?.avatar).toBe("cat");
    expect((await identity(alice)).upload).toBeNull();
  });

  test.each([
    ["a PNG that says it is a JPEG", testPng(), "image/jpeg", "avatar_type"],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"), "image/png", "avatar_type"],
    [
      "an SVG by its own name",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "image/svg+xml",
      "avatar_type",
    ],
    ["a GIF", Buffer.from("GIF89a"), "image/gif", "avatar_type"],
    ["one of 30,000 pixels a side", pngBomb(30_000, 30_000), "image/png", "avatar_pixels"],
    ["one of 30,000 by 1", pngBomb(30_000, 1), "image/png", "avatar_pixels"],
    ["one that moves", testPng(2, 2, [["acTL", Buffer.alloc(8)]]), "image/png", "avatar_animated"],
    ["one that is cut off", testPng(200, 200).subarray(0, 60), "image/png", "avatar_broken"],
    [
      "one of more than 8 MB",
      Buffer.concat([testPng(), Buffer.alloc(8 * 1024 * 1024)]),
      "image/png",
      "avatar_too_large",
    ],
    ["nothing", Buffer.alloc(0), "image/png", "avatar_type"],
  ] as const)("%s is refused with one error, and nothing changes", async (_what, bytes, type, why) => {
    const alice = await app.register();
    const before = await identity(alice);
    const answer = await upload(alice, bytes, type);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.errors).toEqual({ content: [why] });
    expect(await identity(alice)).toEqual(before);
  });

  test("that is not base64 is refused", async () => {
    const alice = await app.register();
    const answer = await call(alice, "POST /api/v1/profile/identity/avatar/upload", {
      type: "image/png",
      content: "%%%",
    });
    expect(answer.body.errors).toEqual({ content: ["avatar_broken"] });
  });
});

describe("the public page", () => {
  async function bet(who: Somebody, stake: string): Promise<void> {
    const body = { stake, direction: "under", target: "49.50" };
    const answer = await app.api.call("POST /api/v1/games/dice/bets", { token: who.token, key: randomUUID(), body });
    expect(answer.status, answer.text).toBe(201);
  }

  test("shows name, picture and statistics by name in any case and by public id", async () => {
    const alice = await app.register();
    const name = freshName("Stats");
    await choose(alice, name);
    await draw(alice, "moon");
    await call(alice, "PUT /api/v1/fairness/client-seed", { client_seed: "seed-of-alice" });
    await app.payIn(alice, "100");
    for (const stake of ["1", "2", "3"]) await bet(alice, stake);
    const since = new Date(app.host.clock.now()).toISOString().slice(0, 10);
    const { seal } = await profile(alice);
    for (const address of [name, name.toLowerCase(), seal]) {
      const { body } = await page(address);
      expect(body.data, address).toMatchObject({
        name,
        avatar: "moon",
        test: false,
        statistics: {
          since,
          bets: 3,
          wagered: [{ currency: "USD", amount: "6" }],
          favourite_games: [{ game: "dice", bets: 3 }],
        },
      });
    }
  });

  test("omits hidden statistics, and the player is anonymous in feeds then", async () => {
    const alice = await app.register();
    const name = freshName("Shy");
    await choose(alice, name);
    await call(alice, "PUT /profile/settings", { is_statistics_hidden: true });
    expect((await page(name)).body.data).toMatchObject({ name, statistics: null });
    expect(playedBy((await app.modules.accounts.publicProfiles([alice.id])).get(alice.id)).face).toBeNull();
  });

  test("a hidden player, a closed account and an unknown one get identical responses", async () => {
    const alice = await app.register();
    const name = freshName("Ghost");
    await choose(alice, name);
    const { seal } = await profile(alice);
    await call(alice, "PUT /profile/settings", { is_avatar_hidden: true });
    const seen = async (address: string) => {
      const { status, text } = await page(address);
      return { status, text: text.replace(/"request_id":"[^"]*"/, "") };
    };
    const unknown = await seen("nobody-at-all");
    expect(unknown.status).toBe(404);
    for (const address of [name, seal, name.toUpperCase(), "\u0000", "x".repeat(80), "ff".repeat(16), "a b"])
      expect(await seen(address), address).toEqual(unknown);
  });

  test("a closed account has neither name nor picture", async () => {
    const alice = await app.register();
    const name = freshName("Gone");
    await choose(alice, name);
    await upload(alice, picture());
    await app.host.db.tx(async tx => {
      for (const module of app.modules.all) await module.onAccountClosed?.(tx, alice.id as PlayerId);
    });
    expect((await page(name)).status).toBe(404);
    for (const table of ["names", "avatars"]) {
      const { rows } = await app.host.db.query(`SELECT FROM profiles.${table} WHERE player_id = $1`, [alice.id]);
      expect(rows).toEqual([]);
    }
    const { rows } = await app.host.db.query<{ name: string }>("SELECT name FROM accounts.players WHERE id = $1", [
      alice.id,
    ]);
    expect(rows[0]?.name).not.toBe(name);
  });
});

describe("in the office", () => {
  test("an operator without the permission sees and decides nothing", async () => {
    const finance = await testOperator({ ...app, operators: app.modules.operators }, "finance");
    const auditor = await testOperator({ ...app, operators: app.modules.operators }, "auditor");
    const alice = await app.register();
    await choose(alice, freshName());
    const { id } = await itemOf(alice, "name");
    expect((await finance.call("GET /api/office/moderation")).status).toBe(403);
    const body = { decision: "approved", reason: "looks fine" };
    for (const person of [finance, auditor])
      expect((await person.call(`POST /api/office/moderation/${id}/decision`, body)).status).toBe(403);
    expect((await auditor.call("GET /api/office/moderation")).status).toBe(200);
    expect((await decide(randomUUID(), body)).status).toBe(404);
    expect((await itemOf(alice, "name")).state).toBe("in_review");
  });

  test("of two decisions at once one counts, and actor and reason are in the audit log", async () => {
    const alice = await app.register();
    await choose(alice, freshName());
    const { id } = await itemOf(alice, "name");
    const statuses = (await Promise.all([approve(id), reject(id)])).map(({ status }) => status);
    // An approval may be revoked: only its repetition is refused.
    expect([
      [204, 204],
      [409, 204],
    ]).toContainEqual(statuses);
    const owner = await testOperator({ ...app, operators: app.modules.operators }, "owner");
    const { items } = (await owner.call("GET /api/office/audit")).body.data;
    expect(items).toContainEqual(
      expect.objectContaining({
        action: "moderation.decide",
        subject: `player:${alice.id}`,
        reason: "against the rules",
      }),
    );
  });
});
