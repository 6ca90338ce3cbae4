import { expect, test } from "vitest";
import { manualClock, settled } from "#kit/testing/manual-clock.ts";
import { keepAlive, type Running } from "./keep-alive.ts";

/** A program that a test ends, on a clock that the test advances. */
async function program() {
  const clock = manualClock();
  const said: string[] = [];
  const state = { starts: 0, stops: 0, full: false };
  let die = (_sentence: string) => {};
  const keepAliveHandle = await keepAlive<Running>({
    name: "server",
    async start() {
      state.starts += 1;
      if (state.full) throw new Error("The disk is full.");
      const ended = new Promise<string>(resolve => {
        die = resolve;
      });
      return {
        ended,
        stop: async () => {
          state.stops += 1;
          die("The server ended (SIGTERM).");
        },
      };
    },
    say: sentence => said.push(sentence),
    pause: ms => new Promise(resolve => clock.after(ms, resolve)),
    now: clock.monotonic,
  });
  const kill = async () => {
    die("The server ended (SIGKILL).");
    await settled();
  };
  return { clock, said, state, keepAliveHandle, kill };
}

test("a server that exits is restarted after a second, and both are reported", async () => {
  const { clock, said, state, kill } = await program();
  await kill();
  await clock.advance(900);
  expect(state.starts).toBe(1);
  await clock.advance(100);
  expect(state.starts).toBe(2);
  expect(said).toEqual([
    expect.stringMatching(/^The server ended \(SIGKILL\)\.\s+The server restarts in 1 s \(attempt 1\)\.$/),
    "the server is running again",
  ]);
});

test("a failed start is retried with growing pauses until it succeeds", async () => {
  const { clock, said, state, kill } = await program();
  state.full = true;
  await kill();
  const starts: number[] = [];
  for (let second = 1; second <= 61; second++) {
    await clock.advance(1_000);
    while (starts.length + 1 < state.starts) starts.push(second);
  }
  expect(starts).toEqual([1, 3, 7, 15, 31, 61]);
  expect(said.at(-1)).toMatch(/^The disk is full\.\s+The server restarts in 30 s/);
  state.full = false;
  await clock.advance(30_000);
  expect(said.at(-1)).toBe("the server is running again");
});

test("after a minute of running the pause is reset to the shortest", async () => {
  const { clock, said, kill } = await program();
  await kill();
  await clock.advance(1_000);
  await kill();
  expect(said.at(-1)).toContain("restarts in 2 s");
  await clock.advance(62_001);
  await kill();
  expect(said.at(-1)).toContain("restarts in 1 s");
});

test("a server that is stopped or restarted manually is not restarted automatically", async () => {
  const { clock, state, keepAliveHandle, kill } = await program();
  await kill();
  await keepAliveHandle.restart();
  await clock.advance(60_000);
  expect(state.starts).toBe(2);
  await keepAliveHandle.stop();
  await clock.advance(60_000);
  expect(state).toMatchObject({ starts: 2, stops: 1 });
});
