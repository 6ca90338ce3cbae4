import type { Clock } from "#kit/host/host.ts";
import type { Broadcast } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { ChannelHub } from "./channel-hub.ts";
import type { LeaderBeat, LeaderFrame, NumberedSnapshot, Peers } from "./peers.ts";

/** Numbers of an epoch: more events than a leader can publish in years, and 4 million epochs below 2^53. */
const numbersOfEpoch = 2 ** 31;
/** How often a leader beats, and a node that lacks events reads the snapshot. */
const beatEveryMs = 1_000;
/** After so long without a beat a link may be cut that neither side has noticed yet. */
const silentAfterMs = 3_000;

/** The number before the first event of an epoch: every number of a later epoch is greater. */
export const firstOf = (epoch: bigint): number => Number(epoch) * numbersOfEpoch;

/**
 * A channel that the leader of its rounds publishes, on a node of several. The leader numbers by epoch and sends each finished frame once; other nodes
 * write it to their sockets and ask the leader for snapshots. Every second the leader says the number of its last event: a node that lacks it reads the
 * snapshot, and one that hears nothing, or has no bus, reads it every second.
 */
export class LedChannel {
  readonly #hub: ChannelHub;
  readonly #rounds: string;
  readonly #peers: Peers;
  readonly #clock: Clock;
  /** The epoch of the last event that this node published or repeated. */
  #epoch = -1n;
  #seq = 0;
  /** When something came from the leader the last time, on the monotonic clock. */
  #leaderSeenAtMs: number;
  /** Frames may be missing, and the snapshot has not been read since. */
  #mayLack = false;
  #cancel = () => {};

  constructor(hub: ChannelHub, rounds: string, peers: Peers, clock: Clock) {
    this.#hub = hub;
    this.#rounds = rounds;
    this.#peers = peers;
    this.#clock = clock;
    this.#leaderSeenAtMs = clock.monotonic();
    peers.onFrame(hub.name, frame => this.#repeat(frame));
    peers.onBeat(hub.name, beat => this.#receiveBeat(beat));
    this.#everySecond();
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
    this.#leaderSeenAtMs = this.#clock.monotonic();
    this.#epoch = frame.epoch;
    this.#seq = frame.seq ?? last;
    this.#hub.repeat(frame);
  }

  /** Frames come before the beat that counts them: a node that lacks one by then will not get it. */
  #receiveBeat({ epoch, seq }: LeaderBeat): void {
    if (epoch < this.#epoch || epoch <= (this.#peers.epochOf(this.#rounds) ?? -1n)) {
      this.#peers.dropped("old_epoch");
      return;
    }
    this.#leaderSeenAtMs = this.#clock.monotonic();
    if (epoch === this.#epoch && seq <= this.#seq) return;
    this.#epoch = epoch;
    this.#seq = seq;
    this.#readMissing();
  }

  #everySecond(): void {
    this.#cancel = this.#clock.after(beatEveryMs, () => {
      if (this.#begin()) this.#beat();
      else void this.#listen();
      this.#everySecond();
    });
  }

  #beat(): void {
    this.#leaderSeenAtMs = this.#clock.monotonic();
    this.#mayLack = false;
    this.#peers.sendBeat(this.#hub.name, { epoch: this.#epoch, seq: this.#seq });
  }

  /** What the bus would have brought is read from the leader; once more when it is back, for frames between the last reading and its return. */
  async #listen(): Promise<void> {
    const isAway = !this.#peers.isConnected || (await this.#isLeaderSilent());
    if (isAway || this.#mayLack) this.#readMissing();
    this.#mayLack = isAway;
  }

  async #isLeaderSilent(): Promise<boolean> {
    if (this.#hub.isEmpty || this.#clock.monotonic() - this.#leaderSeenAtMs < silentAfterMs) return false;
    return this.#peers.isLedElsewhere(this.#rounds).catch(() => true);
  }

  #readMissing(): void {
    if (!this.#hub.isEmpty) void this.#refresh();
  }

  async #refresh(): Promise<void> {
    if (!(await this.#hub.refresh())) this.#mayLack = true;
  }

  close(): void {
    this.#cancel();
  }
}
