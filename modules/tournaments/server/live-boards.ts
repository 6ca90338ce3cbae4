import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type ParameterChannel, parameterChannel } from "#kit/host/server-module.ts";
import { type Standing, tournamentChannel } from "../shared/contract.ts";
import { boardTopic } from "./fold-scores.ts";
import { type BoardNeeds, leaderboardOf } from "./read-board.ts";
import { type TournamentRow, tournamentOf } from "./store.ts";

/** At most one frame a second, with what changed in it. */
const frameMs = 1_000;

/** What pages follow: of each board with subscribers, the lines that differ from what was published before. */
export class LiveBoards {
  readonly channel: ParameterChannel<typeof tournamentChannel>;
  readonly #host: Pick<Host, "db" | "clock" | "signals" | "log">;
  readonly #needs: BoardNeeds;
  readonly #changed = new Set<string>();
  /** As published last, by tournament. */
  readonly #shown = new Map<string, readonly string[]>();
  #cancelFrame: (() => void) | undefined;
  #cancelListener = () => {};

  constructor(host: Pick<Host, "db" | "clock" | "signals" | "log">, needs: BoardNeeds) {
    this.#host = host;
    this.#needs = needs;
    this.channel = parameterChannel(tournamentChannel, {
      snapshot: async (_session, id) => {
        const tournament = (await this.#visible(id)) ?? fail(notFound);
        const leaderboard = await leaderboardOf(this.#needs, tournament);
        // Who follows already has what was published last.
        if (!this.#shown.has(id)) this.#shown.set(id, leaderboard.map(textOf));
        return { leaderboard, players: Number(tournament.players) };
      },
      refusal: async (_session, id) => ((await this.#visible(id)) ? undefined : notFound),
    });
  }

  start(): void {
    this.#cancelListener = this.#host.signals.on(boardTopic, id => {
      if (!this.channel.followed().includes(id)) return;
      this.#changed.add(id);
      this.#cancelFrame ??= this.#host.clock.after(frameMs, () => {
        this.#cancelFrame = undefined;
        this.#publish().catch((error: unknown) =>
          this.#host.log.warn({ err: error }, "Failed to publish the leaderboard of a tournament"),
        );
      });
    });
  }

  stop(): void {
    this.#cancelListener();
    this.#cancelFrame?.();
  }

  async #publish(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    const followed = new Set(this.channel.followed());
    for (const id of this.#shown.keys()) if (!followed.has(id)) this.#shown.delete(id);
    for (const id of ids) {
      const tournament = followed.has(id) ? await this.#visible(id) : undefined;
      if (!tournament) continue;
      const leaderboard = await leaderboardOf(this.#needs, tournament);
      const before = this.#shown.get(id) ?? [];
      const lines = leaderboard.filter((line, index) => textOf(line) !== before[index]);
      this.#shown.set(id, leaderboard.map(textOf));
      if (lines.length === 0 && before.length === leaderboard.length) continue;
      this.channel.publish(id, "lines", { lines, length: leaderboard.length, players: Number(tournament.players) });
    }
  }

  /** Drafts and cancelled ones do not exist for players. */
  async #visible(id: string): Promise<TournamentRow | undefined> {
    const found = await tournamentOf(this.#host.db, id);
    return found && found.state !== "draft" && found.state !== "cancelled" ? found : undefined;
  }
}

const textOf = (line: Standing): string => JSON.stringify(line);
