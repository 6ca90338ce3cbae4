import type { Queryable, Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { roundWords } from "../shared/round-words.ts";
import type { TableTiming } from "../shared/table-game.ts";
import { type Move, type Play, playThrough, type Turns } from "../shared/turns.ts";
import type { Chains } from "./chains.ts";
import { roundFacts } from "./snapshot.ts";
import { addEvent, changeRound, type RoundRow } from "./table-store.ts";

/** A round that is being played: its cards follow from the link and the beacon's value by the moves made so far, and are stored nowhere. */
export interface Plays {
  words(round: Pick<RoundRow, "chain" | "index" | "beaconRound">, value: string): Promise<WordStream>;
  /** Before a transaction in which it is read: a process that has just started does not know the chain. */
  prepare(round: Pick<RoundRow, "chain">): Promise<void>;
  /** Reads the round as it stands. */
  read(from: Queryable, round: RoundRow): Promise<Play<Json>>;
  /** Writes a move, and what everybody may see after it. */
  make(tx: Tx, round: RoundRow, play: Play<Json>, made: MadeMove): Promise<RoundRow>;
}

export interface MadeMove {
  readonly move: Move;
  readonly by: "player" | "clock";
  readonly request?: string | undefined;
}

/** How long a card takes to reach the table after a move. */
const cardMs = 700;

export function createPlays(
  { clock }: Pick<StudioHost, "clock">,
  needs: {
    readonly slug: string;
    readonly turns: Turns;
    readonly timing: TableTiming;
    readonly chains: Chains;
  },
): Plays {
  const { slug, turns, timing, chains } = needs;
  const decisionMs = timing.decisionMs ?? turns.decisionMs;

  async function words(
    { chain, index, beaconRound }: Pick<RoundRow, "chain" | "index" | "beaconRound">,
    value: string,
  ) {
    const { salt, link } = await chains.byId(chain);
    const source = { table: slug, round: index, link: link(index), salt: salt ?? "" };
    return roundWords(nobleHashes, { ...source, beaconRound: Number(beaconRound), beaconValue: value });
  }

  return {
    words,
    async prepare({ chain }) {
      await chains.byId(chain);
    },
    async read(from, round) {
      const { seats } = required(round.play, "a round that is played has its seats");
      const moves = await movesOf(from, round);
      const play = playThrough(turns, await words(round, round.beaconValue ?? ""), { seats, moves });
      return required(play, "only moves that are allowed are written");
    },
    async make(tx, round, play, { move, by, request }) {
      invariant(play.allowed(move), "only moves that are allowed are made");
      const former = play.next;
      play.make(move);
      const at = new Date(clock.now());
      await addMove(tx, round, { move, by, at, request });
      const { seats } = required(round.play, "a round that is played has its seats");
      const { next } = play;
      // Those who decide at the same time have the same time.
      const isSameTurn = former.kind === "all" && next.kind === "all";
      const startsAt = new Date(at.getTime() + cardMs);
      const endsAt = next.kind === "over" ? null : new Date(startsAt.getTime() + decisionMs);
      const turn = isSameTurn ? {} : { turnStartsAt: startsAt, turnEndsAt: endsAt };
      const changed = await changeRound(tx, round, { play: { seats, view: play.view(), next }, ...turn });
      await addEvent(tx, round.game, { type: "round", round: roundFacts(changed, timing) }, at);
      return changed;
    },
  };
}

async function movesOf(from: Queryable, { game, number }: RoundRow): Promise<readonly Move[]> {
  const { rows } = await from.query<Move>(
    "SELECT seat, hand, action FROM tables.moves WHERE game = $1 AND number = $2 ORDER BY seq",
    [game, number],
  );
  return rows;
}

async function addMove(
  tx: Tx,
  { game, number }: RoundRow,
  { move, by, at, request }: MadeMove & { readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO tables.moves (game, number, seq, seat, hand, action, by, at, request)
     SELECT $1, $2, (SELECT count(*) + 1 FROM tables.moves WHERE game = $1 AND number = $2), $3, $4, $5, $6, $7, $8`,
    [game, number, move.seat, move.hand, move.action, by, at, request ?? null],
  );
}

/** Whether a player's request has become a move. */
export async function isMoveMade(from: Queryable, { game, number }: RoundRow, request: string): Promise<boolean> {
  const { rowCount } = await from.query("SELECT FROM tables.moves WHERE game = $1 AND number = $2 AND request = $3", [
    game,
    number,
    request,
  ]);
  return rowCount > 0;
}

/** Moves whose stake the casino has not decided about yet. */
export async function pendingMoves(from: Queryable, { game, number }: RoundRow): Promise<readonly Move[]> {
  const { rows } = await from.query<{ move: Move }>(
    `SELECT t.move FROM tables.player_rounds p JOIN tables.txs t ON t.round = p.id
     WHERE p.game = $1 AND p.number = $2 AND t.kind = 'bet' AND t.state = 'sent' AND t.move IS NOT NULL`,
    [game, number],
  );
  return rows.map(({ move }) => move);
}
