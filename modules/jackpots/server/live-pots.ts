import type { Host } from "#kit/host/host.ts";
import { type LiveChannel, liveChannel } from "#kit/host/server-module.ts";
import { jackpotChannel, type Pot } from "../shared/contract.ts";
import { potsTopic } from "./fold-bets.ts";
import { begunJackpots } from "./store.ts";
import { potView } from "./views.ts";

/** At most one frame a second, with the pots that changed. */
const frameMs = 1_000;

/** What pages follow. */
export class LivePots {
  readonly channel: LiveChannel<typeof jackpotChannel>;
  readonly #host: Pick<Host, "db" | "clock" | "signals" | "log">;
  readonly #changed = new Set<string>();
  #cancelFrame: (() => void) | undefined;
  #cancelListener = () => {};

  constructor(host: Pick<Host, "db" | "clock" | "signals" | "log">) {
    this.#host = host;
    this.channel = liveChannel(jackpotChannel, async () => ({ pots: await this.#pots() }));
  }

  start(): void {
    this.#cancelListener = this.#host.signals.on(potsTopic, id => {
      this.#changed.add(id);
      this.#cancelFrame ??= this.#host.clock.after(frameMs, () => {
        this.#cancelFrame = undefined;
        this.#publish().catch((error: unknown) =>
          this.#host.log.warn({ err: error }, "Failed to publish the jackpots' pots"),
        );
      });
    });
  }

  stop(): void {
    this.#cancelListener();
    this.#cancelFrame?.();
  }

  async #publish(): Promise<void> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    const pots = (await this.#pots()).filter(({ id }) => changed.has(id));
    if (pots.length > 0) this.channel.publish("pots", { pots });
  }

  async #pots(): Promise<Pot[]> {
    return (await begunJackpots(this.#host.db)).map(potView);
  }
}
