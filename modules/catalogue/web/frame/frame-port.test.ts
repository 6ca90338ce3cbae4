import { expect, test } from "vitest";
import { openFramePort } from "./frame-port.ts";
import { firstState, nextState } from "./frame-state.ts";
import { type FrameMessage, readFrameMessage } from "./messages.ts";

const origin = "https://studio.example";
const round = "0190a1b2-0000-7000-8000-00000000000a";

/** A page, the window of a frame, and what a stranger may send to the page. */
function stage() {
  const listeners = new Set<(event: MessageEvent) => void>();
  const given: { message: unknown; origin: string; port: MessagePort }[] = [];
  const frame = {
    postMessage: (message: unknown, to: string, [port]: Transferable[]) =>
      void given.push({ message, origin: to, port: port as MessagePort }),
  };
  const received: FrameMessage[] = [];
  let now = 0;
  const port = openFramePort({
    page: {
      addEventListener: (_, each) => listeners.add(each),
      removeEventListener: (_, each) => listeners.delete(each),
    },
    frame: () => frame,
    origin,
    slug: "altyn-dala",
    now: () => now,
    onMessage: message => received.push(message),
  });
  const post = (event: Partial<MessageEvent>) => {
    for (const each of [...listeners]) each({ source: frame, origin, ports: [], ...event } as unknown as MessageEvent);
  };
  return { given, received, port, post, frame, pass: (ms: number) => (now += ms) };
}

const hello = { fwp: 1, hello: "altyn-dala" };
/** Messages of a channel arrive after a turn of the event loop. */
const settled = () => new Promise(resolve => setTimeout(resolve, 20));

test("a frame that says hello gets one port, for its origin only, and no second one", () => {
  const { given, post, port } = stage();
  post({ data: hello });
  post({ data: hello });
  expect(given.map(({ message, origin: to }) => [message, to])).toEqual([[{ fwp: 1 }, origin]]);
  port.close();
});

test.each([
  ["another window", { source: {} }],
  ["no window", { source: null }],
  ["another origin", { origin: "https://studio.example.evil.test" }],
  ["an opaque origin", { origin: "null" }],
  ["another scheme", { origin: "http://studio.example" }],
  ["another port", { origin: "https://studio.example:8443" }],
])("%s gets no port", (_who, event) => {
  const { given, post, port } = stage();
  post({ data: hello, ...event } as Partial<MessageEvent>);
  expect(given).toEqual([]);
  port.close();
});

test.each([
  [null],
  ["hello"],
  [{}],
  [{ fwp: 2, hello: "altyn-dala" }],
  [{ fwp: "1", hello: "altyn-dala" }],
  [{ fwp: 1, hello: "crown-assay" }],
  [{ fwp: 1, hello: "altyn-dala", port: 1 }],
  [[1, "altyn-dala"]],
  [Object.assign(Object.create({ fwp: 1 }), { hello: "altyn-dala", x: 1 })],
])("%j is no hello", data => {
  const { given, post, port } = stage();
  post({ data });
  expect(given).toEqual([]);
  port.close();
});

const hostile: readonly unknown[] = [
  null,
  undefined,
  0,
  true,
  "ready",
  "",
  [],
  [{ type: "ready" }],
  new Date(0),
  new Map([["type", "ready"]]),
  {},
  { type: null },
  { type: 1 },
  { type: ["ready"] },
  { type: "READY" },
  { type: "ready " },
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"].map(type => ({ type })),
  ...["navigate", "pay", "set-balance", "withdraw", "bet", "login", "pause", "resume", "session-ended"].map(type => ({
    type,
  })),
  { type: "ready", extra: 1 },
  { type: "close", url: "https://evil.test" },
  { type: "fullscreen", element: "body" },
  { type: "balance-changed", balance: "1000000" },
  { type: "balance-changed", currency: "EUR", amount: 5 },
  { type: "loading" },
  { type: "loading", percent: "10" },
  { type: "loading", percent: -1 },
  { type: "loading", percent: 101 },
  { type: "loading", percent: Number.NaN },
  { type: "loading", percent: 1 / 0 },
  { type: "round" },
  { type: "round", state: "paid" },
  { type: "round", state: "started", round: "1" },
  { type: "round", state: "ended", round: `${round}/../..` },
  { type: "round", state: "ended", win: "500" },
  { type: "open" },
  { type: "open", what: "https://evil.test" },
  { type: "open", what: "javascript:alert(1)" },
  { type: "open", what: "withdraw" },
  { type: "open", what: ["deposit"] },
  { type: "open", what: "verify", round: "../x" },
  { type: "open", what: "deposit", amount: "500" },
  { type: "open", what: "verify", round: { toString: () => round } },
  { type: "error" },
  { type: "error", code: "<img src=x onerror=alert(1)>" },
  { type: "error", code: "a".repeat(41) },
];

test("hostile messages move nothing: none is read, and the state stays as it is", async () => {
  expect(hostile.length).toBeGreaterThan(50);
  for (const message of hostile) expect(readFrameMessage(message), JSON.stringify(message)).toBeUndefined();
  const { given, received, post, port } = stage();
  post({ data: hello });
  for (const message of hostile) {
    try {
      given[0]?.port.postMessage(message);
    } catch {
      // What cannot be cloned cannot be sent.
    }
  }
  await settled();
  expect(received).toEqual([]);
  port.close();
});

test("after the hello messages count only through the port", async () => {
  const { given, received, post, port } = stage();
  post({ data: hello });
  post({ data: { type: "open", what: "deposit" } });
  given[0]?.port.postMessage({ type: "ready" });
  await settled();
  expect(received).toEqual([{ type: "ready" }]);
  port.close();
});

test("of more than 60 messages in a second the rest is dropped, in either direction", async () => {
  const { given, received, post, port, pass } = stage();
  post({ data: hello });
  const theirs = given[0]?.port as MessagePort;
  const delivered: unknown[] = [];
  theirs.onmessage = ({ data }) => delivered.push(data);
  for (let count = 0; count < 500; count++) {
    theirs.postMessage({ type: "balance-changed" });
    port.send({ type: "resume" });
  }
  await settled();
  expect([received.length, delivered.length]).toEqual([60, 60]);
  pass(1000);
  theirs.postMessage({ type: "ready" });
  await settled();
  expect(received.at(-1)).toEqual({ type: "ready" });
  port.close();
  theirs.close();
});

test("nothing opens during a round: a deposit that the frame or the page asks for waits for its end", () => {
  const play = (...actions: Parameters<typeof nextState>[1][]) => actions.reduce(nextState, firstState);
  const started = { type: "round", state: "started", round } as const;
  const deposit = { type: "open", what: "deposit" } as const;
  expect(play(deposit).opened).toEqual({ what: "deposit", round: undefined });
  for (const asked of [deposit, { type: "ask", opened: { what: "deposit" } } as const]) {
    const during = play(started, asked);
    expect([during.opened, during.waiting?.what]).toEqual([null, "deposit"]);
    const after = nextState(during, { type: "round", state: "ended", round });
    expect([after.opened?.what, after.waiting, after.isRoundOpen]).toEqual(["deposit", null, false]);
  }
  expect(play(deposit, { type: "shut" }).opened).toBeNull();
  expect(play({ type: "loading", percent: 80 }, { type: "loading", percent: 20 }).percent).toBe(80);
  expect(play(started, { type: "error", code: "session_replaced" })).toMatchObject({
    fault: "session_replaced",
    isRoundOpen: false,
  });
  expect(play({ type: "error", code: "insufficient_funds" }).fault).toBeNull();
});
