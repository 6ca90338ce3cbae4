import type { Clock } from "#kit/host/host.ts";
import type { Broadcast } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { ChannelHub } from "./channel-hub.ts";
import type { LeaderFrame, NumberedSnapshot, Peers } from "./peers.ts";

/** Numbers of an epoch: more events than a leader can publish in years, and 4 million epochs below 2^53. */
const numbersOfEpoch = 2 ** 31;
const readAgainMs = 1_000;

/** The number before the first event of an epoch: every number of a later epoch is greater. */
export const firstOf = (epoch: bigint): number => Number(epoch) * numbersOfEpoch;

/**
 * A channel that the leader of its rounds publishes, on a node of several. The leader numbers by epoch and sends each finished frame once; other nodes
 * write it to their sockets and ask the leader for snapshots. Without a bus they read the snapshot every second.
 */
export class LedChannel {
  readonly #hub: ChannelHub;
  readonly #rounds: string;
  readonly #peers: Peers;
  readonly #clock: Clock;
  /** The epoch of the last event that this node published or repeated. */
  #epoch = -1n;
  #seq = 0;
  /** Frames may be missing: the bus was away, and the snapshot has not been read since. */
  #mayLack = false;
  #cancel = () => {};

  constructor(hub: ChannelHub, rounds: string, peers: Peers, clock: Clock) {
    this.#hub = hub;
    this.#rounds = rounds;
    this.#peers = peers;
    this.#clock = clock;
    peers.onFrame(hub.name, frame => this.#repeat(frame));
    this.#readAgain();
  }

  /** A former leader publishes nothing. */
  readonly broadcast: Broadcast = (event, data, to) => {
    if (this.#begin()) this.#hub.publish(event, data, to);
    else this.#peers.dropped("not_leading");
  };

  /** What the hub has just sent to its own sockets. */
  sent(text: string, seq: number | undefined, to: LeaderFrame["to"]): void {
    if (seq !== undefined) this.#seq = seq;
    this.#peers.sendFrame(this.#hub.name, {
      epoch: this.#epoch,
      text,
      ...(seq !== undefined && { seq }),
      ...(to !== undefined && { to }),
    });
  }

  /** Undefined makes the snapshot here. */
  async snapshot(session: Session | null): Promise<NumberedSnapshot | undefined> {
    if (this.#begin()) return undefined;
    const remote = await this.#peers.askSnapshot(this.#rounds, this.#hub.name, session);
    if (remote) this.#noteEpoch(BigInt(Math.floor(remote.seq / numbersOfEpoch)));
    return remote;
  }

  /** Sockets have seen this epoch: frames of an earlier one that are still under way come too late. */
  #noteEpoch(epoch: bigint): void {
    if (epoch <= this.#epoch) return;
    this.#epoch = epoch;
    this.#seq = firstOf(epoch);
  }

  /** Whether this node leads, with the numbers of its epoch. One that was frozen may not know yet that another leads: it has repeated frames of a later epoch. */
  #begin(): boolean {
    const epoch = this.#peers.epochOf(this.#rounds);
    if (epoch === undefined || epoch < this.#epoch) return false;
    if (epoch > this.#epoch) {
      this.#epoch = epoch;
      this.#seq = firstOf(epoch);
      this.#hub.beginAt(this.#seq);
    }
    return true;
  }

  #repeat(frame: LeaderFrame): void {
    const own = this.#peers.epochOf(this.#rounds) ?? -1n;
    const last = frame.epoch > this.#epoch ? firstOf(frame.epoch) : this.#seq;
    const isOld = frame.epoch < this.#epoch || frame.epoch <= own;
    const isInOrder = frame.seq === undefined || (frame.seq > last && frame.seq < firstOf(frame.epoch + 1n));
    if (isOld || !isInOrder) {
      this.#peers.dropped(isOld ? "old_epoch" : "order");
      return;
    }
    this.#epoch = frame.epoch;
    this.#seq = frame.seq ?? last;
    this.#hub.repeat(frame);
  }

  /** What a bus would have brought, read from the leader; once more when it is back, for frames between the last reading and its return. */
  #readAgain(): void {
    this.#cancel = this.#clock.after(readAgainMs, () => {
      const isAway = !this.#peers.isConnected;
      if ((isAway || this.#mayLack) && !this.#hub.isEmpty && !this.#peers.leads(this.#rounds)) void this.#refresh();
      this.#mayLack = isAway;
      this.#readAgain();
    });
  }

  async #refresh(): Promise<void> {
    if (!(await this.#hub.refresh())) this.#mayLack = true;
  }

  close(): void {
    this.#cancel();
  }
}
