import type { Queryable } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { entryPath } from "../shared/entries.ts";
import type { RecordedBet, TableRecord } from "../shared/record.ts";
import type { Chains } from "./chains.ts";
import { type PlayerRow, playersOf, type TxRow, txsOf } from "./player-store.ts";
import { lineOf } from "./rounds.ts";
import { type RoundRow, roundOf } from "./table-store.ts";

/** A player's round as a casino asks for it, in the shape of the wallet protocol. */
export interface TableRoundAnswer {
  readonly round: string;
  readonly game: string;
  readonly player: string;
  readonly currency: string;
  readonly state: "open" | "closed" | "void";
  readonly stake: string;
  readonly win: string;
  readonly txs: readonly string[];
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly proof: TableRecord | null;
}

export type TableRecords = (round: PlayerRow) => Promise<TableRoundAnswer>;

const states = {
  open: "open",
  drawn: "open",
  disputed: "open",
  voiding: "open",
  settled: "closed",
  refused: "void",
  void: "void",
} as const;
const recordStates = { open: "open", closed: "settled", void: "void" } as const;

interface RecordNeeds {
  readonly db: Queryable;
  readonly chains: Chains;
  readonly beacon: Beacon;
  readonly casinoName: (id: number) => Promise<string>;
}

export function createTableRecords({ db, chains, beacon, casinoName }: RecordNeeds): TableRecords {
  return async player => {
    const txs = await txsOf(db, [player.id]);
    const round = required(await roundOf(db, player.game, player.number), "rounds stay");
    const stands = player.state !== "refused" && player.state !== "void" && player.state !== "voiding";
    return {
      round: player.id,
      game: player.game,
      player: player.player,
      currency: player.currency,
      state: states[player.state],
      stake: formatAmount(stands ? sum(txs.filter(isStanding)) : 0n),
      win: formatAmount(round.state === "settled" ? (player.payout ?? 0n) : 0n),
      txs: txs.map(({ id }) => id),
      opened_at: player.startedAt.toISOString(),
      closed_at: player.endedAt?.toISOString() ?? null,
      proof: round.state === "settled" || round.state === "voided" ? await proof(player, round) : null,
    };
  };

  /** Undecided rounds have none: it carries the link. */
  async function proof(player: PlayerRow, round: RoundRow): Promise<TableRecord> {
    const chain = await chains.byId(round.chain);
    const bets = await ownBets(player, round);
    return {
      version: "fairhouse-1",
      casino: await casinoName(player.casino),
      player: player.nick ?? "",
      game: player.game,
      maths: round.maths,
      round: player.id,
      table_round: Number(round.number),
      currency: player.currency,
      stake: formatAmount(sum(decisive(await txsOf(db, [player.id])))),
      payout: formatAmount(player.payout ?? 0n),
      entry_id: player.publicId,
      bets,
      chain: {
        head: chain.head,
        length: chain.length,
        published_at: chain.publishedAt.toISOString(),
        salt: required(chain.salt, "a chain is salted before it is played"),
        salt_round: chain.saltRound,
        salt_signature: chain.saltSignature ?? "",
      },
      index: round.index,
      link_hash: round.linkHash,
      link: required(round.link, "an ended round has its link"),
      close: {
        closes_at: round.closesAt.toISOString(),
        published_at: round.publishedAt?.toISOString() ?? null,
        entries: round.entries,
        entries_hash: round.entriesHash,
      },
      beacon: {
        info: await beacon.info(),
        test: beacon.test,
        round: Number(round.beaconRound),
        value: round.beaconValue,
        signature: round.beaconSignature,
      },
      outcome: round.outcome,
      state: recordStates[states[player.state]],
      void_reason: round.voidReason,
    };
  }

  async function ownBets(player: PlayerRow, round: RoundRow): Promise<readonly RecordedBet[]> {
    const players = await playersOf(db, round.game, round.number);
    const byId = new Map(players.map(each => [each.id, each]));
    const all = await txsOf(
      db,
      players.map(({ id }) => id),
    );
    const entries = all.filter(tx => tx.entry !== null).sort((a, b) => (a.entry ?? 0) - (b.entry ?? 0));
    const lines = entries.map((tx, index) => lineOf(index, required(byId.get(tx.round), "an entry's player"), tx));
    const first = entries.flatMap((tx, entry) =>
      tx.round === player.id
        ? [{ tx: tx.id, entry, layout: tx.layout ?? [], path: entryPath(nobleHashes, lines, entry) }]
        : [],
    );
    const further = all
      .filter(tx => tx.round === player.id && tx.move !== null && isStanding(tx))
      .map(({ id, layout }) => ({ tx: id, entry: null, layout: layout ?? [], path: [] }));
    return [...first, ...further];
  }
}

const isStanding = ({ kind, state }: TxRow) => kind === "bet" && state === "ok";
/** The valid bets; of a void round those that were rolled back. */
function decisive(txs: readonly TxRow[]): readonly TxRow[] {
  const standing = txs.filter(isStanding);
  return standing.length > 0 ? standing : txs.filter(({ kind, state }) => kind === "bet" && state !== "refused");
}
const sum = (txs: readonly TxRow[]) => txs.reduce((total, { amount }) => total + amount, 0n);
