import { deflateRawSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { route } from "#kit/contract/route.ts";
import type { Api } from "#kit/web/api.ts";
import { createLiveSocket, type LiveSocket } from "./live-socket.ts";
import type { NetworkSign } from "./network-signs.ts";

const crash = channel({
  name: "crash",
  module: "crash",
  caller: "anyone",
  summary: "The round",
  snapshot: z.object({ round: z.int() }),
  events: { crashed: z.object({ at: z.string() }) },
});
const placeBet = route({
  method: "POST",
  path: "/games/crash/bets/:id/cash-out",
  module: "crash",
  caller: "player",
  moves: "wager",
  summary: "Cashes out",
  socket: true,
  params: z.object({ id: z.string() }),
  output: z.object({ data: z.string() }),
});

/** The other end of the connection, controlled by the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  onopen = () => {};
  onmessage = (_event: { data: string | ArrayBuffer }) => {};
  onclose = (_event: { code: number }) => {};
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(welcome = {}): void {
    this.readyState = 1;
    this.onopen();
    this.says({ welcome: { time: Date.now(), ...welcome } });
  }
  says(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  /** As the server compresses what many get. */
  saysDeflated(message: unknown): void {
    const bytes = deflateRawSync(JSON.stringify(message));
    this.onmessage({ data: Uint8Array.from(bytes).buffer });
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

let token: string | null;
let received: string[];
let overHttp: { route: unknown; key: string | undefined }[];
let live: LiveSocket;
let sign: (sign: NetworkSign) => void;

const api: Api = {
  file: async () => new Blob(),
  refresh: async () => {
    token = "new";
    return token;
  },
  call: async (called, _given, options) => {
    overHttp.push({ route: called, key: options?.key });
    return { data: "over http" } as never;
  },
};
const last = (): FakeSocket => {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("no client connected");
  return socket;
};
const subs = (socket: FakeSocket) => socket.sent.filter(message => "sub" in message);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  FakeSocket.all = [];
  [token, received, overHttp] = ["old", [], []];
  live = createLiveSocket({
    url: "ws://api.test/ws",
    api,
    token: () => token,
    locale: () => "kk",
    region: () => "KZ",
    WebSocket: FakeSocket as never,
    signs: listener => {
      sign = listener;
      return () => {};
    },
    chance: () => 0.5,
  });
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});

const follow = () =>
  live.follow(crash, {
    snapshot: ({ round }) => received.push(`round ${round}`),
    event: (name, data) => received.push(`${name} ${data.at}`),
    refused: code => received.push(code),
  });
const snapshot = (seq: number, round: number) => last().says({ channel: "crash", seq, snapshot: { round } });
const crashed = (seq: number, at: string) => last().says({ channel: "crash", seq, event: "crashed", data: { at } });

test("the first follower connects, sends hello and subscribes", () => {
  expect(FakeSocket.all).toHaveLength(0);
  follow();
  last().open();
  expect(last().sent).toEqual([
    { hello: { token: "old", locale: "kk", region: "KZ", deflate: true } },
    { sub: "crash" },
    { ping: 1_000_000 },
  ]);
  expect(live.state).toBe("open");
});

describe("numbers", () => {
  test("events follow their snapshot, each once", () => {
    follow();
    last().open();
    crashed(7, "early");
    snapshot(7, 1);
    crashed(7, "again");
    crashed(8, "2.00");
    crashed(8, "2.00");
    expect(received).toEqual(["round 1", "crashed 2.00"]);
  });

  test("compressed messages are read in the order of arrival, also between plain ones", async () => {
    vi.useRealTimers();
    follow();
    last().open();
    last().saysDeflated({ channel: "crash", seq: 7, snapshot: { round: 1 } });
    crashed(8, "2.00");
    last().saysDeflated({ channel: "crash", seq: 9, event: "crashed", data: { at: "3.00" } });
    crashed(10, "4.00");
    await vi.waitFor(() => expect(received).toHaveLength(4));
    expect(received).toEqual(["round 1", "crashed 2.00", "crashed 3.00", "crashed 4.00"]);
    expect(subs(last())).toHaveLength(1);
    crashed(11, "5.00");
    expect(received.at(-1)).toBe("crashed 5.00");
  });

  test("a compressed message that is broken, or comes after its connection was lost, is no message", async () => {
    vi.useRealTimers();
    follow();
    const first = last();
    first.open();
    first.saysDeflated({ channel: "crash", seq: 7, snapshot: { round: 1 } });
    first.breaks();
    sign("online");
    last().open();
    last().onmessage({ data: new Uint8Array([0xff, 0xff, 0xff]).buffer });
    await vi.waitFor(() => expect(live.state).toBe("connecting"));
    expect(received).toEqual([]);
  });

  test("a gap requests a new snapshot and nothing is delivered until it arrives", () => {
    follow();
    last().open();
    snapshot(1, 1);
    crashed(3, "lost one");
    crashed(4, "waits");
    expect(subs(last())).toHaveLength(2);
    snapshot(4, 2);
    crashed(5, "3.00");
    expect(received).toEqual(["round 1", "round 2", "crashed 3.00"]);
  });

  test("a subscription refused for its rate is retried after a pause, any other refusal is reported", () => {
    follow();
    last().open();
    const refuse = (code: string) => last().says({ channel: "crash", error: { code, message: "" } });
    refuse("too_many_requests");
    expect([subs(last()).length, received]).toEqual([1, []]);
    vi.advanceTimersByTime(2_000);
    expect(subs(last())).toHaveLength(2);
    snapshot(1, 1);
    refuse("not_found");
    vi.advanceTimersByTime(3_000);
    expect([subs(last()).length, received]).toEqual([2, ["round 1", "not_found"]]);
  });

  test("an event without a number is for this player only: it is delivered in order and is no gap", () => {
    follow();
    last().open();
    const own = (at: string) => last().says({ channel: "crash", event: "crashed", data: { at } });
    own("before the snapshot");
    snapshot(1, 1);
    crashed(2, "2.00");
    own("mine");
    crashed(3, "3.00");
    crashed(5, "a gap");
    own("told by the new snapshot");
    expect(received).toEqual(["round 1", "crashed 2.00", "crashed mine", "crashed 3.00"]);
    expect(subs(last())).toHaveLength(2);
  });

  test("the last follower unsubscribes", () => {
    const stop = follow();
    const stopOther = follow();
    last().open();
    stop();
    expect(last().sent.some(message => "unsub" in message)).toBe(false);
    stopOther();
    expect(last().sent.at(-1)).toEqual({ unsub: "crash" });
  });
});

describe("the connection", () => {
  test("reconnects with growing pauses and subscribes again", () => {
    follow();
    last().open();
    snapshot(1, 1);
    last().breaks();
    expect(live.state).toBe("connecting");
    vi.advanceTimersByTime(499);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    last().breaks();
    vi.advanceTimersByTime(999);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    last().open();
    crashed(2, "of another counting");
    snapshot(0, 2);
    expect(subs(last())).toHaveLength(1);
    expect(received).toEqual(["round 1", "round 2"]);
  });

  test("does not reconnect once nothing is followed, and connects for the next follower", () => {
    const stop = follow();
    last().open();
    last().breaks(4001);
    stop();
    vi.advanceTimersByTime(60_000);
    expect([FakeSocket.all.length, live.state]).toEqual([1, "closed"]);
    follow();
    expect([FakeSocket.all.length, live.state]).toEqual([2, "connecting"]);
  });

  test("that is silent is dropped", () => {
    follow();
    last().open();
    last().says({ pong: 1_000_000, time: 1_000_000 });
    vi.advanceTimersByTime(10_000);
    expect(live.state).toBe("open");
    vi.advanceTimersByTime(10_000);
    expect(live.state).toBe("connecting");
  });

  test("refreshes the token when the server reports that the session ended", async () => {
    follow();
    last().open({ player: "alice" });
    last().breaks(4401);
    await vi.advanceTimersByTimeAsync(500);
    last().open();
    expect(last().sent[0]).toMatchObject({ hello: { token: "new" } });
  });

  test("checks the session of a player whose token another tab has removed", async () => {
    follow();
    last().open({ player: "alice" });
    token = null;
    last().breaks(4401);
    await vi.advanceTimersByTimeAsync(0);
    expect(token).toBe("new");
  });

  test("sends hello with a new token, and reconnects on sign-out", () => {
    follow();
    last().open({ player: "alice" });
    token = "newer";
    live.tokenChanged();
    expect(FakeSocket.all).toHaveLength(1);
    expect(last().sent.at(-1)).toMatchObject({ hello: { token: "newer" } });
    token = null;
    live.tokenChanged();
    expect(FakeSocket.all).toHaveLength(2);
    last().open();
    expect(last().sent[0]).toEqual({ hello: { locale: "kk", region: "KZ", deflate: true } });
  });

  test("belongs to the player who signed in or out during the hello", () => {
    token = null;
    follow();
    const asGuest = last();
    asGuest.readyState = 1;
    asGuest.onopen();
    token = "alice's";
    live.tokenChanged();
    asGuest.says({ welcome: { time: Date.now() } });
    expect(last()).not.toBe(asGuest);
    last().open({ player: "alice" });
    expect(last().sent[0]).toEqual({ hello: { locale: "kk", region: "KZ", deflate: true, token: "alice's" } });
    expect(subs(last())).toEqual([{ sub: "crash" }]);
    const [newest, made] = [last(), FakeSocket.all.length];
    newest.says({ welcome: { time: Date.now(), player: "alice" } });
    expect([FakeSocket.all.length, newest.sent.filter(message => "hello" in message).length]).toEqual([made, 1]);
  });

  test("takes the server's time from its fastest exchange", () => {
    follow();
    last().open();
    vi.advanceTimersByTime(100);
    last().says({ pong: 1_000_000, time: 1_005_050 });
    expect(live.now()).toBe(1_005_100);
    vi.advanceTimersByTime(9_900);
    vi.advanceTimersByTime(4_000);
    last().says({ pong: 1_010_000, time: 9_999_999 });
    expect(live.now()).toBe(1_019_000);
  });
});

describe("a network that goes away", () => {
  /** Pauses grow until the next attempt would wait for many seconds. */
  const failOften = () => {
    for (let i = 0; i < 6; i++) {
      last().breaks();
      vi.advanceTimersByTime(16_000);
    }
    last().breaks();
  };
  const attempts = () => FakeSocket.all.length;

  test("is noticed at once, and its return starts an attempt without a pause", () => {
    follow();
    last().open();
    sign("offline");
    expect(live.state).toBe("connecting");
    failOften();
    const before = attempts();
    sign("online");
    expect(attempts()).toBe(before + 1);
    last().open();
    expect([live.state, subs(last())]).toEqual(["open", [{ sub: "crash" }]]);
  });

  test("and returns while an attempt hangs: the attempt is aborted", () => {
    follow();
    last().open();
    sign("offline");
    vi.advanceTimersByTime(500);
    const hanging = last();
    sign("online");
    expect(last()).not.toBe(hanging);
    expect(hanging.readyState).toBe(3);
    hanging.breaks();
    last().open();
    expect(live.state).toBe("open");
  });

  test("unnoticed: a press or the tab shown again ends the pause, one attempt a second", () => {
    follow();
    last().open();
    failOften();
    const before = attempts();
    sign("noticed");
    expect(attempts()).toBe(before + 1);
    for (let i = 0; i < 5; i++) sign("noticed");
    expect(attempts()).toBe(before + 1);
    vi.advanceTimersByTime(1_000);
    sign("noticed");
    expect(attempts()).toBe(before + 2);
  });

  test("under an open connection: returning to the tab pings it, and drops it after a second of silence", () => {
    follow();
    last().open();
    last().says({ pong: 1_000_000, time: 1_000_000 });
    const pings = () => last().sent.filter(message => "ping" in message).length;
    sign("noticed");
    expect(pings()).toBe(1);
    vi.advanceTimersByTime(2_000);
    sign("noticed");
    expect(pings()).toBe(2);
    vi.advanceTimersByTime(999);
    expect(live.state).toBe("open");
    vi.advanceTimersByTime(1);
    expect(live.state).toBe("connecting");
  });

  test("while a bet is open is retried at least every three seconds, and a dead connection is detected in six", () => {
    follow();
    last().open();
    last().says({ pong: 1_000_000, time: 1_000_000 });
    const stop = live.hurry();
    vi.advanceTimersByTime(10_000);
    last().says({ pong: 1_010_000, time: 1_010_000 });
    vi.advanceTimersByTime(3_000);
    expect(live.state).toBe("open");
    vi.advanceTimersByTime(3_000);
    expect(live.state).toBe("connecting");
    failOften();
    const before = attempts();
    vi.advanceTimersByTime(3_000);
    expect(attempts()).toBe(before + 1);
    stop();
    last().breaks();
    vi.advanceTimersByTime(3_000);
    expect(attempts()).toBe(before + 1);
  });

  test("in the middle of an attempt does not block it permanently", () => {
    follow();
    const hanging = last();
    vi.advanceTimersByTime(8_000);
    expect(hanging.readyState).toBe(3);
    vi.advanceTimersByTime(500);
    expect(last()).not.toBe(hanging);
  });
});

describe("commands", () => {
  const command = () => live.command(placeBet, { params: { id: "7" } });

  test("go over the open connection and get their own response", async () => {
    follow();
    last().open();
    const [first, second] = [command(), command()];
    const sent = last().sent.filter(message => "call" in message);
    expect(sent[0]).toMatchObject({ call: "POST /games/crash/bets/7/cash-out", key: expect.any(String) });
    last().says({ id: sent[1]?.id, status: 409, body: { code: "round_over", message: "Over." } });
    last().says({ id: sent[0]?.id, status: 200, body: { data: "paid" } });
    expect(await first).toEqual({ data: "paid" });
    await expect(second).rejects.toMatchObject({ status: 409, code: "round_over", key: sent[1]?.key });
    expect(overHttp).toHaveLength(0);
  });

  test.each([
    ["the line breaks", () => last().breaks()],
    ["no answer comes", () => vi.advanceTimersByTime(8_000)],
    ["the token is old", () => last().says({ id: 1, status: 401, body: { code: "unauthenticated" } })],
  ])("go over HTTP under the same key when %s", async (_name, happens) => {
    follow();
    last().open();
    const answer = command();
    const { key } = last().sent.find(message => "call" in message) ?? {};
    happens();
    expect(await answer).toEqual({ data: "over http" });
    expect(overHttp).toEqual([{ route: placeBet, key }]);
  });

  test("go over HTTP while there is no connection", async () => {
    expect(await command()).toEqual({ data: "over http" });
  });
});
