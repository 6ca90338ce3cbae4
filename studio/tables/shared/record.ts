import type { BeaconInfo } from "#kit/fair/beacon.ts";
import type { Json } from "#kit/std/json.ts";
import type { PathStep } from "./entries.ts";

/** What the studio publishes of a player's round at a live table, once it has ended. Amounts are decimals in major units. */
export interface TableRecord {
  readonly version: "fairhouse-1";
  readonly casino: string;
  /** The player's public name at that casino. */
  readonly player: string;
  readonly game: string;
  /** SHA-256 of the verifier module that settled the round. */
  readonly maths: string;
  /** The round of the wallet protocol. */
  readonly round: string;
  /** The round of the table: everybody at it shares its result. */
  readonly table_round: number;
  readonly currency: string;
  readonly stake: string;
  readonly payout: string;
  /** Identifies the player in the entry list of this round. */
  readonly entry_id: string;
  readonly bets: readonly RecordedBet[];
  readonly chain: RecordedChain;
  /** Of the link in the chain. */
  readonly index: number;
  readonly link_hash: string;
  readonly link: string;
  readonly close: {
    readonly closes_at: string;
    /** When the close record was public; null where that did not happen in time. */
    readonly published_at: string | null;
    readonly entries: number | null;
    readonly entries_hash: string | null;
  };
  readonly beacon: RecordedBeacon;
  /** Null of a void round. */
  readonly outcome: Json;
  readonly state: "settled" | "open" | "void";
  readonly void_reason: string | null;
}

/** One bet of the player in the round, with its way up to the hash of the entry list. */
export interface RecordedBet {
  readonly tx: string;
  /** Null of a stake that was taken with a move, after the list was published. */
  readonly entry: number | null;
  readonly layout: readonly { readonly spot: string; readonly amount: string }[];
  readonly path: readonly PathStep[];
}

export interface RecordedChain {
  readonly head: string;
  readonly length: number;
  readonly published_at: string;
  readonly salt: string;
  /** The beacon round whose value is the salt, and its signature. */
  readonly salt_round: number;
  readonly salt_signature: string;
}

export interface RecordedBeacon {
  readonly info: BeaconInfo;
  /** Marked as a test beacon: run beside the casino. */
  readonly test: boolean;
  readonly round: number;
  /** Null of a void round until the beacon has it. */
  readonly value: string | null;
  readonly signature: string | null;
}
