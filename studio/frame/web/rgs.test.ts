import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRgs } from "./rgs.ts";

let requests: string[] = [];
let respond: () => Response = () => Response.json({});

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    requests.push(JSON.parse(String(init.body)).request);
    return respond();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lost = () => {
  throw new TypeError("Failed to fetch");
};
const spin = { mode: "base", stake: "1" };

async function failing(call: Promise<unknown>): Promise<string> {
  const failure = call.then(
    () => "none",
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return failure;
}

test("a spin whose response was lost is the same request when it is made again, and the next one is another", async () => {
  const rgs = createRgs();
  respond = lost;
  expect(await failing(rgs.spin(spin))).toBe("offline");
  respond = () => Response.json({});
  await rgs.spin(spin);
  expect(new Set(requests).size).toBe(1);
  await rgs.spin(spin);
  expect(new Set(requests).size).toBe(2);
});

test("another stake, and a spin that was refused, are requests of their own", async () => {
  const rgs = createRgs();
  respond = lost;
  await failing(rgs.spin(spin));
  respond = () => Response.json({ code: "insufficient_funds" }, { status: 422 });
  expect(await failing(rgs.spin({ mode: "base", stake: "2" }))).toBe("insufficient_funds");
  expect(await failing(rgs.spin({ mode: "base", stake: "2" }))).toBe("insufficient_funds");
  expect(new Set(requests).size).toBe(3);
});

test("a studio that failed may have taken the stake: it is asked again, and the next press is the same request", async () => {
  const rgs = createRgs();
  respond = () => Response.json({ code: "internal" }, { status: 500 });
  expect(await failing(rgs.spin(spin))).toBe("internal");
  expect(requests.length).toBe(4);
  respond = () => Response.json({});
  await rgs.spin(spin);
  expect(new Set(requests).size).toBe(1);
});
