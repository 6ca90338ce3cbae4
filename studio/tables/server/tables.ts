import type { Beacon } from "#kit/http/beacon-client.ts";
import type { StatementSource } from "#studio/rgs/server/statement.ts";
import type { Phase } from "../shared/calls.ts";
import type { ResultMark, TableGame, TableTiming } from "../shared/table-game.ts";
import type { ChainSizes } from "./chains.ts";
import type { ModerateChat } from "./moderate-chat.ts";
import type { TableRoundAnswer } from "./table-record.ts";

/** A table with the file that verifies its rounds. */
export interface PublishedTable {
  readonly game: TableGame;
  /** SHA-256 of the module, in hex. */
  readonly maths: string;
  /** The ES module's text. */
  readonly module: string;
  /** Paths of its pictures; absent in tests without a built frame. */
  readonly art?: { readonly scene: string };
}

/** What live tables need beside the studio's own parts. */
export interface TableParts {
  readonly games: readonly PublishedTable[];
  readonly beacon: Beacon;
  /** For tests. */
  readonly timing?: TableTiming;
  readonly sizes?: ChainSizes;
  readonly beaconWaitMs?: number;
}

/** What a lobby shows of a table. */
export interface LobbyTable {
  readonly game: string;
  readonly phase: Exclude<Phase, "playing">;
  /** Milliseconds until bets close; null while they are. */
  readonly closes_in_ms: number | null;
  /** At the table now, of all casinos. */
  readonly players: number;
  /** The newest first. */
  readonly results: readonly ResultMark[];
}

/** Live tables as the rest of the studio sees them. */
export interface Tables {
  readonly list: readonly PublishedTable[];
  find(slug: string): PublishedTable | undefined;
  openRounds(
    casino: number,
    player: string,
  ): Promise<readonly { readonly round: string; readonly game: string; readonly opened_at: string }[]>;
  /** A round of this casino; undefined where it is none of a table. */
  record(casino: number, round: string): Promise<TableRoundAnswer | undefined>;
  lobby(): Promise<readonly LobbyTable[]>;
  /** A table ends its rounds automatically: the messages due for this one are sent now. */
  hurry(round: string): void;
  readonly chat: ModerateChat;
  readonly statement: StatementSource;
  start(): void;
  close(): Promise<void>;
}
