import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type ParameterChannel, parameterChannel } from "#kit/host/server-module.ts";
import { type Standing, tournamentChannel } from "../shared/contract.ts";
import { boardTopic } from "./fold-scores.ts";
import { type BoardNeeds, type Leaderboard, leaderboardOf } from "./read-board.ts";
import { type TournamentRow, tournamentOf } from "./store.ts";

/** Time between two frames of a board, at least. */
const frameMs = 700;
/** A change after a quiet time waits this long: a fold commits in parts. */
const mergeMs = 50;

type LiveHost = Pick<Host, "db" | "clock" | "signals" | "log">;

/** What pages follow: of each board with subscribers, what differs from what they have. A crowd that comes at once is one read. */
export class LiveBoards {
  readonly channel: ParameterChannel<typeof tournamentChannel>;
  readonly #host: LiveHost;
  readonly #needs: BoardNeeds;
  /** What subscribers have, by tournament. */
  readonly #shown = new Map<string, Leaderboard>();
  /** When it was read last, on the monotonic clock. */
  readonly #readAtMs = new Map<string, number>();
  readonly #reading = new Map<string, Promise<Leaderboard | undefined>>();
  /** For each board whose next frame waits, what cancels it. */
  readonly #frames = new Map<string, () => void>();
  #cancelListener = () => {};

  constructor(host: LiveHost, needs: BoardNeeds) {
    this.#host = host;
    this.#needs = needs;
    this.channel = parameterChannel(tournamentChannel, {
      snapshot: async (_session, id) => {
        const { leaderboard, players } = (await this.#fresh(id)) ?? fail(notFound);
        return { leaderboard, players };
      },
      refusal: async (_session, id) => ((await this.#fresh(id)) ? undefined : notFound),
    });
  }

  start(): void {
    this.#cancelListener = this.#host.signals.on(boardTopic, id => {
      if (this.#isFollowed(id)) this.#planFrame(id);
      else this.#forget(id);
    });
  }

  stop(): void {
    this.#cancelListener();
    for (const cancel of this.#frames.values()) cancel();
    this.#frames.clear();
  }

  #isFollowed(id: string): boolean {
    return this.channel.followed().includes(id);
  }

  #forget(id: string): void {
    this.#shown.delete(id);
    this.#readAtMs.delete(id);
  }

  /** Milliseconds since the board was read. */
  #age(id: string): number {
    return this.#host.clock.monotonic() - (this.#readAtMs.get(id) ?? Number.NEGATIVE_INFINITY);
  }

  #planFrame(id: string): void {
    if (this.#frames.has(id)) return;
    const waitMs = Math.max(mergeMs, frameMs - this.#age(id));
    const publish = () => {
      this.#frames.delete(id);
      this.#renew(id).catch((error: unknown) =>
        this.#host.log.warn({ err: error }, "Failed to publish the leaderboard of a tournament"),
      );
    };
    this.#frames.set(id, this.#host.clock.after(waitMs, publish));
  }

  /** What subscribers have if it was read within the time of a frame: else it is read again, and they get what differs. */
  async #fresh(id: string): Promise<Leaderboard | undefined> {
    const shown = this.#shown.get(id);
    if (shown && this.#isFollowed(id) && this.#age(id) < frameMs) return shown;
    return this.#reading.get(id) ?? this.#renew(id);
  }

  /** Reads of one board follow each other: each is compared with the one before. */
  #renew(id: string): Promise<Leaderboard | undefined> {
    const before = this.#reading.get(id) ?? Promise.resolve(undefined);
    const reading = before.catch(() => undefined).then(() => this.#read(id));
    this.#reading.set(id, reading);
    const done = () => {
      if (this.#reading.get(id) === reading) this.#reading.delete(id);
    };
    reading.then(done, done);
    return reading;
  }

  async #read(id: string): Promise<Leaderboard | undefined> {
    for (const other of this.#shown.keys()) if (!this.#isFollowed(other)) this.#forget(other);
    this.#readAtMs.set(id, this.#host.clock.monotonic());
    const tournament = await this.#visible(id);
    const board = tournament && (await leaderboardOf(this.#needs, tournament));
    if (!board || !this.#isFollowed(id)) {
      this.#forget(id);
      return board;
    }
    const before = this.#shown.get(id);
    this.#shown.set(id, board);
    if (before) this.#publish(id, before, board);
    return board;
  }

  #publish(id: string, before: Leaderboard, { leaderboard, players }: Leaderboard): void {
    const lines: Standing[] = [];
    const scores: [number, string][] = [];
    for (const [index, line] of leaderboard.entries()) {
      const known = before.leaderboard[index];
      if (!known || textOf(known, line.score) !== textOf(line, line.score)) lines.push(line);
      else if (known.score !== line.score) scores.push([line.place, line.score]);
    }
    const { length } = leaderboard;
    if (lines.length + scores.length === 0 && before.leaderboard.length === length) return;
    this.channel.publish(id, "lines", { lines, scores, length, players });
  }

  /** Drafts and cancelled ones do not exist for players. */
  async #visible(id: string): Promise<TournamentRow | undefined> {
    const found = await tournamentOf(this.#host.db, id);
    return found && found.state !== "draft" && found.state !== "cancelled" ? found : undefined;
  }
}

/** A line as it would be with this score. */
const textOf = (line: Standing, score: string): string => JSON.stringify(Object.assign({}, line, { score }));
