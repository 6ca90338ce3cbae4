import { required } from "#kit/std/invariant.ts";
import type { SpinRequest } from "#studio/frame/shared/calls.ts";
import { betBody } from "./bet-body.ts";
import type { Games } from "./games.ts";
import { createLastRounds, type LastRound } from "./last-rounds.ts";
import type { SpinFacts } from "./read-spin-facts.ts";
import { type RgsCode, RgsError, rgsErrors } from "./rgs-error.ts";
import type { RoundLanes } from "./round-lanes.ts";
import { type Begun, type NewRound, newRoundRow, type RoundRow, roundById, roundOfRequest } from "./round-store.ts";
import type { SeedOwner } from "./seed-pairs.ts";
import type { CurrentSeed, Seeds } from "./seeds.ts";
import type { SessionRow } from "./session-store.ts";
import type { Session, Sessions } from "./sessions.ts";
import type { SettleRound } from "./settle-round.ts";
import { createStakeOf, type Stake } from "./spin-stake.ts";
import type { StudioHost } from "./studio-host.ts";
import type { Wallet } from "./wallet.ts";
import { betAnswer } from "./wire.ts";

/** Rounds of slots for money: bet, draw, win. A request that is repeated gives the same round. */
export interface Spin {
  play(tokenHash: Uint8Array, request: SpinRequest, facts: PlayFacts): Promise<RoundRow>;
  /**
   * Plays from what the session's last round left in memory, and reads nothing: the statement that writes the round checks that session, seeds and
   * nonce are still the same. Undefined where it has to be played from facts.
   */
  playNext(tokenHash: Uint8Array, request: SpinRequest): Promise<RoundRow | undefined>;
}

/** Facts of a session that may play. */
export interface PlayFacts extends SpinFacts {
  readonly session: SessionRow;
}

/** A request that may be played. */
interface Checked {
  readonly session: Session;
  readonly owner: SeedOwner;
  readonly request: SpinRequest;
  readonly stake: Stake;
}

/** A round that is written, and what its bet sends. */
interface Written {
  readonly round: RoundRow;
  readonly bet: string;
  readonly seed: Uint8Array;
}

export function createSpin(
  host: StudioHost,
  needs: {
    readonly wallet: Wallet;
    readonly seeds: Seeds;
    readonly sessions: Sessions;
    readonly games: Games;
    readonly settle: SettleRound;
    readonly lanes: RoundLanes;
  },
): Spin {
  const { db, clock, ids, failpoints } = host;
  const { wallet, seeds, sessions, games, settle, lanes } = needs;
  const lastRounds = createLastRounds();
  const stakeOf = createStakeOf(host, games);

  /**
   * Nonce and round are written before the bet is sent.
   * @returns the request's own round when it has one
   */
  async function begin(checked: Checked, first: CurrentSeed | undefined): Promise<Written | RoundRow> {
    const { owner, request } = checked;
    for (let pair = first; ; pair = await seeds.current(owner)) {
      const written = await write(checked, pair);
      if (typeof written !== "string") return written;
      const known = await roundOfRequest(db, owner, request.request);
      if (known) return known;
      // Stale: the seeds were not locked, a rotation or another tab was faster.
      if (written === "conflict") throw new RgsError("round_open");
    }
  }

  /** @param tokenHash of the session that the statement has to find live; without it, it was found before */
  async function write(
    { session, owner, request, stake }: Checked,
    pair: CurrentSeed | undefined,
    tokenHash: Uint8Array | null = null,
  ): Promise<Written | Exclude<Begun, "begun">> {
    if (!pair || pair.clientSeed === null) throw new RgsError("client_seed_required");
    const startedAt = new Date(clock.now());
    const sinceLast = startedAt.getTime() - (pair.lastStartedAt?.getTime() ?? Number.NEGATIVE_INFINITY);
    if (sinceLast < session.profile.min_round_ms) throw new RgsError("too_fast");
    const round: NewRound = {
      id: ids.next(),
      ...owner,
      nick: session.nick,
      request: request.request,
      walletSession: session.walletSession ?? "",
      currency: session.currency,
      mode: stake.mode,
      kind: stake.kind,
      freeGrant: stake.freeGrant,
      amount: stake.amount,
      base: stake.base,
      pair: pair.id,
      nonce: pair.nextNonce,
      clientSeed: pair.clientSeed,
      maths: games.get(session.game).maths,
      startedAt,
    };
    const id = ids.next();
    const bet = { id, body: betBody(id, round, request, games) };
    const begun = await lanes.begin.run({ round, bet, tokenHash });
    return begun === "begun" ? { round: newRoundRow(round), bet: bet.body, seed: pair.seed } : begun;
  }

  async function bet(session: Session, { round, bet, seed }: Written): Promise<RoundRow> {
    failpoints.hit("studio.bet.written");
    const outcome = await wallet.send(session.casino, "bet", bet, betAnswer);
    failpoints.hit("studio.bet.answered");
    if (outcome.kind === "refused") {
      await settle.refuse(round, outcome.status);
      throw refusal(outcome.status, round.id, outcome.balance);
    }
    // Without the casino's word the words of the round are not those of two companies: such a bet is given back.
    if (outcome.kind === "unknown" || outcome.value.answer === undefined) {
      await settle.void(round, outcome.kind === "unknown" ? "timeout" : "no_answer");
      await settle.send(round.id);
      throw new RgsError("round_void", round.id);
    }
    const { answer, balance } = outcome.value;
    const win = await settle.draw(round, seed, { answer, balance });
    if (!win) throw new RgsError("round_void", round.id);
    failpoints.hit("studio.round.drawn");
    return settle.deliver(win);
  }

  /** The round that a session's last one leads to; undefined where anything is in its way, which is then read and said. */
  async function writeNext(
    tokenHash: Uint8Array,
    request: SpinRequest,
    { session: row, seed }: LastRound,
  ): Promise<{ readonly session: Session; readonly written: Written } | undefined> {
    try {
      const session = await sessions.of(row);
      const owner = ownerOf(session);
      const stake = await stakeOf(session, owner, request);
      const written = await write({ session, owner, request, stake }, seeds.unsealed(owner, seed), tokenHash);
      return typeof written === "string" ? undefined : { session, written };
    } catch (error) {
      if (error instanceof RgsError) return undefined;
      throw error;
    }
  }

  return {
    async play(tokenHash, request, facts) {
      const session = await sessions.of(facts.session);
      const owner = ownerOf(session);
      if (facts.known !== null) return repeated(required(await roundById(db, facts.known), "rounds stay"));
      const stake = await stakeOf(session, owner, request);
      const written = await begin({ session, owner, request, stake }, facts.seed && seeds.unsealed(owner, facts.seed));
      if ("state" in written) return repeated(written);
      const round = await bet(session, written);
      if (facts.seed?.id === round.pair)
        lastRounds.keep(tokenHash, { session: facts.session, seed: facts.seed }, round);
      return round;
    },

    async playNext(tokenHash, request) {
      if (request.free !== undefined) return undefined;
      const last = lastRounds.take(tokenHash);
      if (!last) return undefined;
      const next = await writeNext(tokenHash, request, last);
      if (!next) return undefined;
      const round = await bet(next.session, next.written);
      lastRounds.keep(tokenHash, last, round);
      return round;
    },
  };
}

const ownerOf = ({ casino, player, game }: Session): SeedOwner => ({ casino: casino.id, player: player ?? "", game });

function repeated(round: RoundRow): RoundRow {
  if (round.state === "betting") throw new RgsError("request_in_progress", round.id);
  if (round.state === "refused") throw refusal(round.refusal ?? "", round.id, undefined);
  if (round.state === "voiding" || round.state === "void") throw new RgsError("round_void", round.id);
  return round;
}

/** The casino's word, where the frame knows it. */
function refusal(status: string, round: string, balance: string | undefined): RgsError {
  const code = Object.hasOwn(rgsErrors, status) ? (status as RgsCode) : "bet_refused";
  return new RgsError(code, round, balance === undefined ? undefined : { balance });
}
