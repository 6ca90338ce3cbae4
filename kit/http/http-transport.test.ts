import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCode, Failure, fail } from "#kit/contract/error-code.ts";
import { forbidden, unavailable } from "#kit/contract/errors.ts";
import { systemClock } from "#kit/host/system.ts";
import { handle } from "#kit/http/handler.ts";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { placeBet, readToy, toyHandlers } from "#kit/testing/test-calls.ts";
import { startTestFrame, testConfig } from "#kit/testing/test-frame.ts";
import { createDispatcher } from "./dispatcher.ts";
import { publicScheme } from "./hosts.ts";
import { memoryRateLimiter } from "./rate-limit.ts";
import type { SiteHandler } from "./site-handler.ts";

type Frame = Awaited<ReturnType<typeof startTestFrame>>;
type Headers = Record<string, string>;

const key = "0190b5b2-7c00-7000-8000-000000000001";
const alice = { authorization: "Bearer alice" };
const json = { "content-type": "application/json" };
const good = JSON.stringify({ stake: "5.00", side: "heads" });

const accepted = { ...readToy, path: "/api/v1/games/toy/accepted", orAccepted: true } as const;
const undeclared = { ...readToy, path: "/api/v1/games/toy/undeclared" } as const;
const acceptedHandlers = [accepted, undeclared].map(call =>
  handle(call, async caller => {
    caller.setStatus(202);
    return { data: { player: null, cursor: null } };
  }),
);
const refusing = { ...readToy, path: "/api/v1/games/toy/refusing" } as const;
const refusingHandler = handle(refusing, async () => fail(errorCode("toy_broken", { status: 409, when: "always" })));

let frame: Frame;
beforeAll(async () => {
  frame = await startTestFrame({
    handlers: [...toyHandlers, ...acceptedHandlers, refusingHandler],
    timeouts: { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 50 },
    guard: (_route, session) => {
      if (session?.player === "carol") throw new Failure(forbidden);
    },
    classify: error =>
      error instanceof Error && error.message.includes("ECONN") ? new Failure(unavailable) : undefined,
    site: {
      async mount(app, host) {
        app.get("/", async (request, reply) => {
          const answer = await host.api({
            url: "/api/v1/games/toy",
            headers: { host: "api.fairhouse.localhost", ...alice },
            remoteAddress: host.addressOf(request.raw),
          });
          return reply.type("text/html").send(`<p>${answer.json().data.player}</p>`);
        });
      },
    },
  });
});
afterAll(() => frame.stop());

function ask(path: string, { method = "GET", headers = {} as Headers, body = "", port = frame.port } = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string; json: Record<string, unknown> }>(
    (resolve, reject) => {
      const all = { host: "api.fairhouse.localhost", ...headers };
      const request = httpRequest({ host: "127.0.0.1", port, path, method, headers: all }, response => {
        const parts: Buffer[] = [];
        response.on("data", part => parts.push(part));
        response.on("end", () => {
          const text = Buffer.concat(parts).toString();
          const isJson = String(response.headers["content-type"]).includes("json");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : {},
          });
        });
      });
      request.on("error", reject);
      request.end(body);
    },
  );
}

const bet = (body: string, headers: Headers = {}) =>
  ask(placeBet.path, { method: "POST", body, headers: { ...json, ...alice, "idempotency-key": key, ...headers } });

describe("a call", () => {
  test("returns declared fields only", async () => {
    const answer = await bet(good);
    expect(answer.status).toBe(201);
    expect(answer.text).toBe(`{"data":{"stake":"5.00","player":"alice","key":"${key}"}}`);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("answers 202 only where it declares it", async () => {
    expect((await ask(accepted.path)).status).toBe(202);
    expect((await ask(undeclared.path)).json).toMatchObject({ code: "internal" });
  });

  test("that fails with a code which it does not declare answers it, and is logged", async () => {
    const { status, json } = await ask("/api/v1/games/toy/refusing");
    expect([status, json.code]).toEqual([409, "toy_broken"]);
    const logged = frame.written.filter(line => line.includes("toy_broken"));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("GET /api/v1/games/toy/refusing");
  });

  test("without a valid token is refused where a player is required, and runs as a guest elsewhere", async () => {
    expect((await bet(good, { authorization: "Bearer mallory" })).json).toMatchObject({ code: "unauthenticated" });
    expect((await bet(good, { authorization: "Basic alice" })).status).toBe(401);
    expect((await ask(readToy.path, { headers: { authorization: "Bearer mallory" } })).json).toEqual({
      data: { player: null, cursor: null },
    });
  });

  test("is checked in order: 400, 401, 403, 422, then the state", async () => {
    const bad = '{"stake":13}';
    expect((await bet("[]", { authorization: "" })).status).toBe(400);
    expect((await bet(bad, { authorization: "" })).status).toBe(401);
    expect((await bet(bad, { authorization: "Bearer carol" })).status).toBe(403);
    expect((await bet(bad)).status).toBe(422);
    expect((await bet(good, { "idempotency-key": "" })).json).toMatchObject({ code: "idempotency_key_required" });
    expect((await bet(good, { "idempotency-key": "7" })).status).toBe(422);
    const refused = await bet('{"stake":"13","side":"tails"}', { "accept-language": "kk-KZ,kk;q=0.9" });
    expect(refused.status).toBe(409);
    expect(refused.json).toEqual({ message: "Бұл раунд аяқталған.", code: "round_over", data: { round: 7 } });
  });

  test("that throws reveals no details", async () => {
    const answer = await ask("/api/v1/breaks", { headers: { "accept-language": "ru" } });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({ code: "internal", message: "Что-то пошло не так на нашей стороне." });
    expect(answer.text).not.toContain("hush");
    expect(answer.json.data).toEqual({ request_id: answer.headers["x-request-id"] });
    expect(frame.written.join("")).toContain("relation hush does not exist");
  });

  test("is rate limited where it declares a rate", async () => {
    expect([await ask("/api/v1/seldom"), await ask("/api/v1/seldom")].map(answer => answer.status)).toEqual([204, 204]);
    const third = await ask("/api/v1/seldom");
    expect(third.status).toBe(429);
    expect(Number(third.headers["retry-after"])).toBeGreaterThan(20);
  });

  test("is limited by the address of its caller, an IPv6 one by its network of 64 bits", async () => {
    const behind = await startTestFrame({ handlers: toyHandlers, config: { TRUSTED_PROXIES: "127.0.0.1" } });
    const from = async (address: string) =>
      (await ask("/api/v1/seldom", { headers: { "x-forwarded-for": address }, port: behind.port })).status;
    for (const address of ["198.51.100.4", "2001:db8:1:2::1"])
      expect([await from(address), await from(address), await from(address)]).toEqual([204, 204, 429]);
    expect(await from("2001:db8:1:2:ffff::9")).toBe(429);
    expect([await from("198.51.100.5"), await from("2001:db8:1:3::1")]).toEqual([204, 204]);
    await behind.stop();
  });

  test("of a provider receives the raw body and needs no key", async () => {
    const answer = await ask("/api/v1/webhooks/toy", {
      method: "POST",
      body: "a=%00 ",
      headers: { "content-type": "text/x" },
    });
    expect(answer.json).toEqual({ bytes: Buffer.from("a=%00 ").toString("hex") });
  });
});

describe("hostile bodies get a clear error", () => {
  const required = { errors: { stake: ["required"], side: ["required"] } };
  const table: [string, string, number, object][] = [
    ["nothing", "", 422, required],
    ["an empty object", "{}", 422, required],
    ["not JSON", "{stake:1}", 400, { code: "malformed" }],
    ["NaN", '{"stake":NaN}', 400, { code: "malformed" }],
    ["null", "null", 400, { code: "malformed" }],
    ["a string", '"5"', 400, { code: "malformed" }],
    ["an array", "[1]", 400, { code: "malformed" }],
    ["a number as money", '{"stake":5,"side":"heads"}', 422, { errors: { stake: ["amount_invalid"] } }],
    ["an exponent", '{"stake":"1e3","side":"heads"}', 422, { errors: { stake: ["amount_invalid"] } }],
    ["a negative", '{"stake":"-1","side":"heads"}', 422, { errors: { stake: ["amount_invalid"] } }],
    ["three decimals", '{"stake":"1.001","side":"heads"}', 422, { errors: { stake: ["amount_invalid"] } }],
    ["a newline", '{"stake":"1\\n","side":"heads"}', 422, { errors: { stake: ["amount_invalid"] } }],
    ["other digits", '{"stake":"١","side":"heads"}', 422, { errors: { stake: ["amount_invalid"] } }],
    ["an object as money", '{"stake":{"a":1},"side":"heads"}', 422, { errors: { stake: ["amount_invalid"] } }],
    [
      "null as money",
      '{"stake":null,"side":"edge"}',
      422,
      { errors: { stake: ["amount_invalid"], side: ["side_invalid"] } },
    ],
    [
      "a fraction in a list",
      '{"stake":"1","side":"heads","picks":[1,1.5]}',
      422,
      { errors: { "picks.1": ["pick_invalid"] } },
    ],
    ["__proto__ as the giver", '{"__proto__":{"stake":"1","side":"heads"}}', 422, required],
    [
      "10,000 levels",
      `{"stake":${"[".repeat(5000)}${"]".repeat(5000)},"side":"heads"}`,
      422,
      { errors: { stake: ["amount_invalid"] } },
    ],
    ["20 KiB", `{"stake":"${"1".repeat(20_000)}"}`, 413, { code: "too_large" }],
  ];
  test.each(table)("%s", async (_name, body, status, answered) => {
    const answer = await bet(body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject(answered);
    expect(typeof answer.json.message).toBe("string");
  });

  test("extra fields are ignored", async () => {
    const body = `{"stake":"5","side":"heads","__proto__":{"admin":true},"${"k".repeat(9000)}":1,"constructor":1}`;
    expect((await bet(body)).status).toBe(201);
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });

  test("a long list of invalid fields names at most twenty", async () => {
    const answer = await bet(`{"stake":"5","side":"heads","picks":[${"null,".repeat(3000)}1]}`);
    expect(Object.keys(answer.json.errors as object)).toHaveLength(20);
  });

  test("another content type is not JSON", async () => {
    expect((await bet(good, { "content-type": "text/plain" })).json).toMatchObject({ code: "malformed" });
  });

  test("a call for mail programs takes a form and does not read it", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await ask("/api/v1/stop", { method: "POST", headers: form, body: "List-Unsubscribe=One-Click" });
    expect(answer.status).toBe(204);
  });

  test("a repeated query parameter is not a string", async () => {
    const answer = await ask(`${readToy.path}?cursor=a&cursor=b`);
    expect(answer.json).toMatchObject({ errors: { cursor: ["cursor_invalid"] } });
  });

  test("an id is validated before it is looked up", async () => {
    const path = "/api/v1/games/toy/bets/..%2f/cash-out";
    const answer = await ask(path, { method: "POST", headers: { ...alice, "idempotency-key": key } });
    expect(answer.json).toMatchObject({ errors: { id: ["id_invalid"] } });
  });

  test("unknown paths, methods and broken escapes are JSON too", async () => {
    expect((await ask("/nope")).json).toMatchObject({ code: "not_found" });
    expect((await ask(placeBet.path, { method: "PUT", headers: alice })).json).toMatchObject({ code: "not_found" });
    expect((await ask("/%E0%A4%A")).json).toMatchObject({ code: "malformed" });
  });
});

describe("hosts and origins", () => {
  test("each name has its role", async () => {
    const at = (host: string, port = frame.port) => ask(readToy.path, { headers: { host }, port });
    expect((await at(`api.fairhouse.localhost:${frame.port}`)).status).toBe(200);
    expect((await at("API.LOCALHOST")).status).toBe(200);
    expect((await at("localhost", frame.apiPort)).status).toBe(200);
    expect((await at("localhost")).text).toContain("Route GET:/api/v1/games/toy not found");
    expect((await at("evil.example")).json).toMatchObject({ code: "not_found" });
    expect((await at("evil.example", frame.apiPort)).json).toMatchObject({ code: "not_found" });
  });

  test("a name with www redirects permanently to the one without it, with the path", async () => {
    const host = `www.fairhouse.localhost:${frame.port}`;
    const { status, headers } = await ask("//evil.example/games?a=1", { headers: { host } });
    expect([status, headers.location]).toEqual([
      308,
      `http://fairhouse.localhost:${frame.port}//evil.example/games?a=1`,
    ]);
    expect((await ask("/", { headers: { host: "www.evil.example" } })).json).toMatchObject({ code: "not_found" });
  });

  test("the site calls the API in process", async () => {
    expect((await ask("/", { headers: { host: "fairhouse.localhost" } })).text).toBe("<p>alice</p>");
  });

  test("credentials are accepted from the own site only", async () => {
    const site = `http://fairhouse.localhost:${frame.port}`;
    const matrix: [string, string, number, boolean][] = [
      ["api.fairhouse.localhost", site, frame.port, true],
      ["api.fairhouse.localhost", `https://fairhouse.localhost:${frame.port}`, frame.port, false],
      ["api.fairhouse.localhost", "http://fairhouse.localhost", frame.port, false],
      ["api.fairhouse.localhost", `http://office.fairhouse.localhost:${frame.port}`, frame.port, false],
      ["api.fairhouse.localhost", `http://localhost:${frame.port}`, frame.port, false],
      ["api.fairhouse.localhost", "null", frame.port, false],
      ["api.localhost", `http://localhost:${frame.port}`, frame.port, true],
      ["localhost", `http://localhost:${frame.port}`, frame.apiPort, true],
      ["localhost", site, frame.apiPort, false],
    ];
    for (const [host, origin, port, allowed] of matrix) {
      const preflight = await ask(placeBet.path, {
        method: "OPTIONS",
        port,
        headers: { host, origin, "access-control-request-method": "POST" },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers["access-control-allow-origin"]).toBe(allowed ? origin : undefined);
      expect(preflight.headers["access-control-max-age"]).toBe(allowed ? "7200" : undefined);
      expect(preflight.headers.vary).toBe("Origin");
      const call = await ask(placeBet.path, {
        method: "POST",
        port,
        body: good,
        headers: { host, origin, ...json, ...alice, "idempotency-key": key },
      });
      expect([call.status, call.headers["access-control-allow-credentials"]]).toEqual(
        allowed ? [201, "true"] : [403, undefined],
      );
    }
  });

  test("plain http outside localhost is refused unless configured", () => {
    const scheme = (changes: Record<string, string>) => publicScheme(testConfig(changes));
    expect(() => scheme({ HOST: "fairhouse.example" })).toThrow("plain http");
    expect(scheme({ HOST: "fairhouse.example", ALLOW_INSECURE_COOKIES: "1" })).toBe("http");
    expect(scheme({ HOST: "fairhouse.example", TRUSTED_PROXIES: "10.0.0.1" })).toBe("https");
    expect(scheme({ HOST: "fairhouse.localhost:3000" })).toBe("http");
  });

  test("probes respond on any name, metrics to the operator only", async () => {
    const headers = { host: "whatever" };
    expect((await ask("/healthz", { headers })).text).toBe("ok\n");
    expect((await ask("/readyz", { headers })).status).toBe(200);
    await bet(good);
    expect((await ask("/metrics")).text).toContain(
      'call_seconds_count{call="POST /api/v1/games/toy/bets",status="201"}',
    );
    expect((await ask("/metrics", { headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(404);
    expect((await ask("/metrics", { headers: { host: "fairhouse.localhost" } })).status).toBe(404);
  });

  test("fifty probes at once check once, and log a failure once", async () => {
    const checks: number[] = [];
    const probed = await startTestFrame({
      checkReady: async () => {
        checks.push(checks.length);
        throw new Error("the database is away");
      },
    });
    const probe = () => fetch(`http://127.0.0.1:${probed.port}/readyz`).then(({ status }) => status);
    const answers = await Promise.all(Array.from({ length: 50 }, probe));
    await probed.stop();
    expect([new Set(answers), checks.length]).toEqual([new Set([503]), 1]);
    expect(probed.written.filter(line => line.includes("not ready"))).toHaveLength(1);
  });

  test("a request with unfinished headers times out", async () => {
    const socket = connect(frame.port, "127.0.0.1");
    socket.resume();
    socket.write("GET / HTTP/1.1\r\nHost: api.local");
    const closed = new Promise(resolve => socket.on("close", resolve));
    await expect(closed).resolves.toBe(false);
  });
});

test("a server with unclassified or twice mounted calls does not start", () => {
  const start = (handlers: typeof toyHandlers) =>
    createDispatcher(handlers, {
      authenticate: () => null,
      limiter: memoryRateLimiter(systemClock),
      clock: systemClock,
      log: { child: () => never(), debug() {}, info() {}, warn() {}, error() {}, fatal() {} },
      metrics: createMetrics({ process: false }),
    });
  const never = (): never => {
    throw new Error("no log is made here");
  };
  const [first] = toyHandlers;
  if (!first) throw new Error("there are calls to try");
  expect(() => start([...toyHandlers, first])).toThrow("mounted twice");
  const unclassified = { ...first, route: { ...first.route, caller: undefined as never } };
  expect(() => start([unclassified])).toThrow("it is not said who may call it");
  const open = { ...first, route: { ...first.route, caller: "anyone" as const } };
  expect(() => start([open])).toThrow("money is moved by players, providers and operators only");
  const office = { ...first.route, caller: "operator" as const, moves: "nothing" as const };
  expect(() => start([{ ...first, route: office }])).toThrow("a call of operators names its permission");
  const silent = { ...office, permission: "toys.write", socket: undefined as never };
  expect(() => start([{ ...first, route: silent }])).toThrow("what an operator does is recorded in the audit log");
  expect(() => start([{ ...first, route: { ...silent, moves: "wager" }, audited: true }])).toThrow("neither play");
});

test("OFFICE_NETWORKS keeps the back office from every other address; X-Forwarded-For counts from a trusted proxy only", async () => {
  const page: SiteHandler = { mount: async app => void app.get("/", async () => "the office") };
  const ways: readonly (readonly [string, string, string | undefined, number])[] = [
    ["", "", undefined, 200],
    ["10.0.0.0/8", "", undefined, 404],
    ["10.0.0.0/8,127.0.0.1", "", undefined, 200],
    ["10.0.0.0/8", "127.0.0.1", "10.1.2.3", 200],
    ["10.0.0.0/8", "127.0.0.1", "10.1.2.3, 198.51.100.4", 404],
    ["10.0.0.0/8", "", "10.1.2.3", 404],
  ];
  for (const [OFFICE_NETWORKS, TRUSTED_PROXIES, forwarded, status] of ways) {
    const limited = await startTestFrame({
      handlers: toyHandlers,
      office: page,
      config: { OFFICE_NETWORKS, TRUSTED_PROXIES },
    });
    const headers: Headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    const of = (host: string, path: string) =>
      ask(path, { headers: { host, ...alice, ...headers }, port: limited.port });
    const office = await of("office.fairhouse.localhost", "/");
    expect([office.status, OFFICE_NETWORKS, TRUSTED_PROXIES, forwarded]).toEqual([
      status,
      OFFICE_NETWORKS,
      TRUSTED_PROXIES,
      forwarded,
    ]);
    expect((await of("api.fairhouse.localhost", "/api/v1/games/toy")).status, "players").toBe(200);
    await limited.stop();
  }
});
