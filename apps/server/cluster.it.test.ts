import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { readLeaders, removeLeader, sendBeat } from "#kit/cluster/cluster-store.ts";
import { contractVersion, signAsk } from "#kit/cluster/signed-ask.ts";
import { type TestHost, testConfig } from "#kit/testing/test-host.ts";
import { nodesView } from "#modules/operations/server/nodes.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { requireMigrated } from "./install-database.ts";
import { startServer } from "./start-server.ts";
import { officeApi } from "./testing/office-sockets.ts";
import {
  ask,
  clusterSecret,
  nodeSettings,
  openTwoNodes,
  type Person,
  personWithMoney,
  type TwoNodes,
} from "./testing/two-nodes.ts";

/** Two processes over one database: what a player sees does not depend on which of them answers. */

const bets = "/api/v1/games/crash/bets";

let nodes: TwoNodes;
let alice: Person;
beforeAll(async () => {
  nodes = await openTwoNodes();
  alice = await personWithMoney(nodes.other);
});
afterAll(() => nodes.close());

/** A bet at a node, sent again by its key until a round takes it. */
async function betAt(
  node: TwoNodes["leader"],
  person: Person,
  body: object = { stake: "1" },
  key: string = randomUUID(),
) {
  for (;;) {
    const placed = await ask(node, "POST", bets, { token: person.token, key, body });
    if (placed.status !== 409 && placed.status !== 503) return { placed, key };
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

const addressOf = async (node: string) => {
  const { rows } = await nodes.database.db.query<{ address: string }>(
    "SELECT address FROM cluster.nodes WHERE name = $1",
    [node],
  );
  return rows[0]?.address ?? "";
};

test("a crash bet at the node that does not lead is taken, and its repeat at either node gets the same answer", async () => {
  const { placed, key } = await betAt(nodes.other, alice);
  expect(placed.status, placed.text).toBe(201);
  for (const node of [nodes.leader, nodes.other])
    expect((await ask(node, "POST", bets, { token: alice.token, key, body: { stake: "1" } })).text).toBe(placed.text);
  const changed = await ask(nodes.other, "POST", bets, { token: alice.token, key, body: { stake: "2" } });
  expect([changed.status, changed.body.code]).toEqual([409, "idempotency_conflict"]);
  expect(await auditBooks(nodes.database.db)).toEqual([]);
});

test("a cash-out at the node that does not lead is paid once", async () => {
  const { placed } = await betAt(nodes.other, alice);
  const { id } = placed.body.data;
  const key = randomUUID();
  const leave = () => ask(nodes.other, "POST", `${bets}/${id}/cash-out`, { token: alice.token, key });
  await expect
    .poll(async () => (await leave()).body.code ?? "paid", { interval: 20 })
    .toMatch(/^(paid|cash_out_too_late)$/);
  const [first, second] = [await leave(), await leave()];
  expect(second.text).toBe(first.text);
  expect(await auditBooks(nodes.database.db)).toEqual([]);
});

const perKind = [
  ["a bet in a room", "/api/v1/games/rooms/red/bets", { stake: "1" }],
  ["a duel", "/api/v1/games/coinflip/duels", { stake: "1", side: "heads", house: false }],
  ["a battle", "/api/v1/games/cases/battles", { cases: ["orchard", "bazaar"], seats: 2, currency: "USD" }],
  ["a step game", "/api/v1/games/hilo/bets", { stake: "1" }],
  ["a private spin", "/api/v1/games/roulette/spins", { chips: [{ spot: "red", stake: "0.1" }] }],
] as const;

test.each(perKind)("%s is taken at either node, and repeated there by its key", async (_kind, path, body) => {
  for (const [first, second] of [
    [nodes.leader, nodes.other],
    [nodes.other, nodes.leader],
  ] as const) {
    const person = await personWithMoney(first);
    const key = randomUUID();
    const send = (node: TwoNodes["leader"]) => ask(node, "POST", path, { token: person.token, key, body });
    // Rounds of a game that nobody leads yet are answered 503.
    await expect.poll(async () => (await send(first)).status, { timeout: 20_000, interval: 200 }).toBe(201);
    const answers = [await send(first), await send(second)];
    expect(answers.map(({ text }) => text)).toEqual([answers[0]?.text, answers[0]?.text]);
    expect(answers[0]?.status).toBe(201);
  }
  expect(await auditBooks(nodes.database.db)).toEqual([]);
});

test("refusals come from the leader in the player's language, and shape and sign-in are checked at the first node", async () => {
  const { token } = alice;
  const tooLow = await ask(nodes.other, "POST", bets, { token, body: { stake: "900000" } });
  expect(tooLow.body.code).toBe("stake_out_of_limits");
  expect((await ask(nodes.other, "POST", bets, { token, body: { stake: "x" } })).body.code).toBe("validation_failed");
  expect((await ask(nodes.other, "POST", bets, { token: "no token", body: { stake: "1" } })).status).toBe(401);
  expect((await ask(nodes.other, "GET", "/api/v1/games/crash")).status).toBe(200);
});

test("a game that an operator closes at one node takes no bet at either node, long before tables are read again", async () => {
  const limbo = (node: TwoNodes["leader"]) =>
    ask(node, "POST", "/api/v1/games/limbo/bets", { token: alice.token, body: { stake: "1", target: "2.00" } });
  for (const node of [nodes.leader, nodes.other]) expect((await limbo(node)).status).toBe(201);
  const { host, modules } = nodes.leader;
  const timur = await testOperator(
    { host: host as TestHost, operators: modules.operators, api: officeApi(nodes.leader) },
    "risk",
  );
  const close = { country: "*", product: "game:limbo", until: null, reason: "a fault in its draws" };
  expect((await timur.call("POST /api/office/regions/close", close)).status).toBe(204);
  const closedAt = performance.now();
  const refused = async (node: TwoNodes["leader"]) => {
    await expect
      .poll(async () => (await limbo(node)).body.code, { interval: 10, timeout: 10_000 })
      .toBe("product_closed");
    return performance.now() - closedAt;
  };
  const waits = await Promise.all([nodes.leader, nodes.other].map(refused));
  // Tables are read again every thirty seconds; the signal takes milliseconds.
  expect(Math.max(...waits)).toBeLessThan(10_000);
});

test("the listener takes signed asks of this cluster only, each once", async () => {
  const address = await addressOf("a");
  const metric = async (fault: string) => {
    const text = await nodes.leader.host.metrics.print();
    return Number(new RegExp(`cluster_requests_refused_total\\{fault="${fault}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const content = JSON.stringify({ leader: "crash", call: "GET /api/v1/games/crash" });
  const good = { from: "b", to: "a", path: "/v1/call", body: content, nonce: "1".repeat(32), atMs: Date.now() };
  const send = (headers: Record<string, string>, body: string = content, path = "/v1/call") =>
    fetch(`${address}${path}`, { method: "POST", headers, body }).then(
      answer => answer.status,
      () => 0,
    );
  const signed = (change: Partial<typeof good>, secret = clusterSecret) => signAsk(secret, { ...good, ...change });
  const nonce = () => randomUUID().replaceAll("-", "");

  const refusals = async (fault: string, status: number, sent: () => Promise<number>) => {
    const before = await metric(fault);
    expect([fault, await sent()]).toEqual([fault, status]);
    expect([fault, (await metric(fault)) - before]).toEqual([fault, 1]);
  };
  await refusals("unsigned", 401, () => send({ "content-type": "application/json" }));
  await refusals("forged", 401, () =>
    send(signed({ nonce: nonce() }, "another secret of the same length as the right")),
  );
  await refusals("forged", 401, () => send(signed({ nonce: nonce() }), content.replace("crash", "rooms")));
  for (const atMs of [Date.now() - 6_000, Date.now() + 6_000])
    await refusals("stale", 401, () => send(signed({ nonce: nonce(), atMs })));
  await refusals("misdirected", 403, () => send(signed({ nonce: nonce(), to: "c" })));
  await refusals("contract", 409, () =>
    send({ ...signed({ nonce: nonce() }), "x-cluster-contract": `${contractVersion + 1}` }),
  );
  await refusals("malformed", 400, () => send(signed({ nonce: nonce() })));
  await refusals("replayed", 401, async () => {
    const headers = signed({ nonce: nonce() });
    await send(headers);
    return send(headers);
  });
  await refusals("malformed", 400, () => send(signed({ nonce: nonce(), body: "[" }), "["));
  await refusals("malformed", 400, () => send(signed({ nonce: nonce(), path: "/metrics" }), content, "/metrics"));
  for (const bytes of [
    "\u0016\u0003\u0001 this is no HTTP",
    "POST /v1/call HTTP/1.1\r\nhost: a\r\ncontent-length: 90\r\n\r\n{",
  ])
    await refusals("malformed", 0, () => sendRaw(address, bytes));
  const large = "x".repeat(64 * 1024 + 1);
  const before = await metric("too_large");
  expect([0, 413]).toContain(await send(signed({ nonce: nonce(), body: large }), large));
  expect(await metric("too_large")).toBe(before + 1);
});

/** Bytes to the listener, and then the end. */
async function sendRaw(address: string, bytes: string): Promise<number> {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.end(bytes);
  await once(socket, "close");
  return 0;
}

test("the listener refuses the session of another player, and is not on the public listeners", async () => {
  const bob = await personWithMoney(nodes.leader);
  const session = await nodes.leader.modules.accounts.authenticate(alice.token);
  const content = JSON.stringify({
    leader: "crash",
    call: `POST ${bets}`,
    key: randomUUID(),
    withinMs: 1000,
    identity: { session: session?.id, player: bob.player },
    token: alice.token,
    locale: "en",
    ip: "127.0.0.1",
    hostname: "",
    userAgent: "",
    body: { stake: "1" },
  });
  const sign = () => {
    const ask = { from: "b", to: "a", path: "/v1/call", body: content, atMs: Date.now() };
    return signAsk(clusterSecret, { ...ask, nonce: randomUUID().replaceAll("-", "") });
  };
  const refused = await fetch(`${await addressOf("a")}/v1/call`, { method: "POST", headers: sign(), body: content });
  expect([refused.status, await refused.text()]).toEqual([403, "identity\n"]);
  for (const port of [nodes.leader.port, nodes.leader.apiPort]) {
    const outside = await fetch(`http://127.0.0.1:${port}/v1/call`, { method: "POST", headers: sign(), body: content });
    expect(outside.status).toBe(404);
  }
});

test("a node with another key, another cluster secret or without one does not start", async () => {
  const start = async (more: Readonly<Record<string, string>>) => {
    const running = await startServer(testConfig(nodeSettings(nodes.database.url, "c", more)));
    await running.stop();
  };
  await expect(start({ SECRET_KEY: "6f".repeat(32) })).rejects.toThrow(
    /^SECRET_KEY differs from that of the running node [ab]/,
  );
  await expect(start({ CLUSTER_SECRET: `${clusterSecret} 2` })).rejects.toThrow(
    /^CLUSTER_SECRET differs from that of the running node/,
  );
  // The refused node changed nothing: the password of the server's role follows from SECRET_KEY.
  await (await nodes.other.host.db.connect()).end();
  await expect(start({ CLUSTER_SECRET: "" })).rejects.toThrow("CLUSTER_SECRET");
});

test("the back office shows the nodes, what each does and which rounds it leads", async () => {
  const { nodes: shown, leaders } = await nodesView(nodes.database.db);
  expect(shown).toMatchObject(
    ["a", "b"].map(name => ({
      name,
      address: expect.stringMatching(/^http:/),
      silent: false,
      bus: "none",
      contract: 1,
    })),
  );
  expect(Math.abs(shown[0]?.clock_offset_ms ?? 9_999)).toBeLessThan(1_000);
  expect(leaders).toContainEqual({ name: "crash", node: "a", epoch: "1" });
});

test("a node does what ROLES names: without play it has no sockets, without tables it leads nothing, without jobs it runs none", async () => {
  const node = await startServer(
    testConfig(nodeSettings(nodes.database.url, "web-1", { ROLES: "web", SERVICES: "general,crash" })),
  );
  const { placed } = await betAt(node, await personWithMoney(node));
  expect(placed.status).toBe(201);
  const upgrade = await new Promise(resolve => {
    const headers = { host: `api.${node.hosts.siteOrigin.slice("http://".length)}` };
    const ws = new WebSocket(`ws://127.0.0.1:${node.port}/ws`, { headers });
    ws.on("unexpected-response", (_request, answer) => resolve(answer.statusCode));
    ws.on("open", () => resolve("open"));
  });
  expect(upgrade).toBe(404);
  const { rows } = await nodes.database.db.query<{ roles: string[]; leads: bigint; workers: bigint }>(
    `SELECT roles, (SELECT count(*) FROM cluster.leaders WHERE node = 'web-1') AS leads, (SELECT count(*) FROM jobs.workers) AS workers
     FROM cluster.nodes WHERE name = 'web-1'`,
  );
  expect(rows).toEqual([{ roles: ["web"], leads: 0n, workers: 2n }]);
  await node.stop();
});

test("when the leader ends, the other node leads and takes bets within five seconds of its end", async () => {
  await nodes.leader.stop();
  const { placed } = await betAt(nodes.other, alice);
  expect(placed.status).toBe(201);
  const { rows } = await nodes.database.db.query<{ node: string }>(
    "SELECT node FROM cluster.leaders WHERE name = 'crash'",
  );
  expect(rows).toEqual([{ node: "b" }]);
  expect(await auditBooks(nodes.database.db)).toEqual([]);
});

test("a heartbeat of an earlier leader lists nothing older once the later one has ended", async () => {
  const undone = new Error("the rows are removed");
  const attempt = nodes.database.db.tx(async tx => {
    const like = { roles: [], services: [], address: null, version: "", contract: 1, secrets: "", bus: "none" };
    const beat = (name: string, epoch: bigint) =>
      sendBeat(tx, {
        node: { ...like, name, run: randomUUID() },
        leads: [{ name: "trial", epoch }],
        clockOffsetMs: 0,
        lagMs: 0,
        balanceAfterMs: 0,
      });
    await beat("later", 4n);
    await removeLeader(tx, "later", { name: "trial", epoch: 4n });
    await beat("earlier", 3n);
    expect((await readLeaders(tx)).filter(({ name }) => name === "trial")).toEqual([]);
    expect((await beat("later", 5n)).epochs.get("trial")).toBe(4n);
    expect((await readLeaders(tx)).find(({ name }) => name === "trial")).toMatchObject({ node: "later", epoch: 5n });
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
});

test("a node that applies no migrations stops with the command that does", async () => {
  const { all } = nodes.other.modules;
  await requireMigrated(nodes.database.db, all);
  const undone = new Error("the record is put back");
  const attempt = nodes.database.db.tx(async tx => {
    await tx.query(
      "DELETE FROM kit.migrations WHERE module = 'crash' AND number = (SELECT max(number) FROM kit.migrations WHERE module = 'crash')",
    );
    await expect(requireMigrated(tx, all)).rejects.toThrow(
      /^crash: .*\.sql must be applied to the database first: run npm run migrate/,
    );
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
});

test("a database that went back to an older moment halts the node: not ready, and leading nothing", async () => {
  const { db } = nodes.database;
  await leadsCrash(nodes.other);
  await db.query("UPDATE wallet.gates SET epoch = 0 WHERE name = 'crash'");
  await db.query("UPDATE cluster.leaders SET epoch = 0 WHERE name = 'crash'");
  let ready = 200;
  while (ready !== 503) ready = await statusOf("readyz");
  for (let led = 1; led > 0; )
    ({ rowCount: led } = await db.query("SELECT FROM cluster.leaders WHERE beat > '-infinity'"));
  expect(await statusOf("healthz")).toBe(200);
});

const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${nodes.other.apiPort}/${path}`)).status;

async function leadsCrash({ host }: TwoNodes["leader"]): Promise<void> {
  for (let led = 0; led === 0; )
    ({ rowCount: led } = await host.db.query(
      "SELECT FROM cluster.leaders WHERE name = 'crash' AND beat > '-infinity'",
    ));
}
