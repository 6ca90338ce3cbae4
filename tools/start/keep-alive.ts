/** A process that may exit unexpectedly. */
export interface Running {
  /** Resolves with a message when it has ended, for any reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface KeepAlive<T extends Running> {
  current(): T | undefined;
  /** Ends it where it still runs, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface KeepAliveOptions<T extends Running> {
  /** The name in messages: `server`. */
  readonly name: string;
  /** Starts it and waits until it is ready; throws when it does not get ready, and leaves nothing running then. */
  readonly start: () => Promise<T>;
  readonly say: (sentence: string) => void;
  readonly pause?: (ms: number) => Promise<void>;
  readonly now?: () => number;
}

const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;
/** After running this long the pause is reset to the shortest. */
const stableMs = 60_000;

/**
 * Starts it, and restarts it whenever it exits unexpectedly, after 1, 2, 4 ... 30 s. Each exit and restart is reported. Only the
 * first start throws.
 */
export async function keepAlive<T extends Running>(options: KeepAliveOptions<T>): Promise<KeepAlive<T>> {
  const { name, say, now = () => performance.now() } = options;
  const pause = options.pause ?? (ms => new Promise(resolve => setTimeout(resolve, ms).unref()));
  let current: T | undefined;
  /** Incremented on takeover: an older loop ends. */
  let generation = 0;

  async function begin(): Promise<void> {
    const own = generation;
    const started = await options.start();
    if (own !== generation) return started.stop();
    current = started;
    watch(started, own, now());
  }

  function watch(started: T, own: number, since: number, tries = 0): void {
    void started.ended.then(async sentence => {
      if (own !== generation) return;
      current = undefined;
      await revive(own, sentence, now() - since > stableMs ? 0 : tries);
    });
  }

  async function revive(own: number, sentence: string, tries: number): Promise<void> {
    for (let complaint = sentence, attempt = tries; own === generation; attempt++) {
      const ms = Math.min(shortestPauseMs * 2 ** attempt, longestPauseMs);
      say(`${complaint}\n          The ${name} restarts in ${ms / 1000} s (attempt ${attempt + 1}).`);
      await pause(ms);
      if (own !== generation) return;
      try {
        const started = await options.start();
        if (own !== generation) return await started.stop();
        current = started;
        say(`the ${name} is running again`);
        return watch(started, own, now(), attempt + 1);
      } catch (error) {
        complaint = (error as Error).message;
      }
    }
  }

  async function stop(): Promise<void> {
    generation += 1;
    const last = current;
    current = undefined;
    await last?.stop();
  }

  await begin();
  return {
    current: () => current,
    async restart() {
      await stop();
      await begin();
    },
    stop,
  };
}
