import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepServiceWorker } from "./service-worker.ts";

const registration = Object.assign(new EventTarget(), {
  waiting: null,
  installing: null,
  update: vi.fn(async () => undefined),
});
let status: number;
let stop: () => void;

function browserWith(controller: object | null) {
  const serviceWorker = Object.assign(new EventTarget(), { controller, register: async () => registration });
  vi.stubGlobal("navigator", { serviceWorker });
  return serviceWorker;
}

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  stop = () => undefined;
  vi.stubGlobal("fetch", async () => ({ status }));
});
afterEach(() => {
  stop();
  registration.update.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("every 20 s the registration is updated if /sw.js answers 200, and not if it answers anything else", async () => {
  browserWith(null);
  stop = keepServiceWorker({ waiting: () => undefined, activated: () => undefined });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(registration.update).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(registration.update).toHaveBeenCalledTimes(1);
  status = 503;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(registration.update).toHaveBeenCalledTimes(1);
  status = 200;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(registration.update).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(registration.update).toHaveBeenCalledTimes(2);
});

test.each([
  ["a page that began without one", null, [0, 1]],
  ["a page that had one", {}, [1, 2]],
])("on %s a version that takes over is reported, but not the first of all", async (_page, controller, counts) => {
  const serviceWorker = browserWith(controller);
  const activated = vi.fn();
  stop = keepServiceWorker({ waiting: () => undefined, activated });
  for (const count of counts) {
    serviceWorker.dispatchEvent(new Event("controllerchange"));
    expect(activated).toHaveBeenCalledTimes(count);
  }
});
