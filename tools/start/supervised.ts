import { type Child, untilReady } from "./child.ts";
import { type KeepAlive, keepAlive } from "./keep-alive.ts";
import type { StartAppOptions } from "./start-options.ts";

export interface Supervised extends KeepAlive<Child> {
  /** Resolves with a message when it exited unexpectedly and is not restarted. */
  readonly failed: Promise<string>;
}

/** A server process. One that is not kept alive is managed by the caller: in development, and in tests that kill it. */
export async function supervised(
  options: StartAppOptions,
  name: string,
  start: () => Promise<Child>,
): Promise<Supervised> {
  if (options.keepAlive)
    return { ...(await keepAlive({ name, start, say: options.progress })), failed: new Promise(() => undefined) };
  let current: Child | undefined;
  let reportExit = (_sentence: string) => {};
  const failed = new Promise<string>(resolve => {
    reportExit = resolve;
  });
  async function begin(): Promise<void> {
    const child = await start();
    current = child;
    void child.ended.then(sentence => {
      if (current === child) reportExit(sentence);
    });
  }
  async function stop(): Promise<void> {
    const child = current;
    current = undefined;
    await child?.stop();
  }
  await begin();
  return {
    current: () => current,
    failed,
    stop,
    async restart() {
      await stop();
      await begin();
    },
  };
}

/** Waits until the address responds; a process that does not become ready is ended. */
export async function ready(child: Child, name: string, address: string, limitMs?: number): Promise<void> {
  try {
    await untilReady(child, name, () => answers(address), limitMs);
  } catch (error) {
    await child.stop();
    throw error;
  }
}

async function answers(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    response => response.ok,
    () => false,
  );
}
