import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import { isProviderGame } from "#modules/ledger/shared/chart.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { ProvidedRound, RoundRecord } from "../shared/contract.ts";
import type { BetIds } from "./bet-id.ts";
import { type PublicProfileOf, paidMultiplier } from "./rows.ts";

/** How one game proves its bets and rounds. */
export interface ProofSource {
  /** The proof of a bet with everything revealed so far, and nothing else. */
  readonly proof: (bet: Bet) => Promise<ProofRecord>;
  /** Shared rounds only: the public record of a round by its number. */
  readonly round?: (number: bigint) => Promise<RoundRecord | undefined>;
}

/** A draw without a stake, such as a spin of the daily wheel: not a bet, and in no list of bets. */
export interface FreeDraw {
  readonly player: PlayerId;
  readonly at: Date;
  /** With everything revealed so far, and nothing else. */
  readonly proof: SeedsProof;
}
/** Rounds of outside providers: found by a bet of theirs, or by the casino's name of the round. */
export interface ProvidedRounds {
  ofBet(bet: Bet): Promise<FoundRound | undefined>;
  byId(id: Uuid): Promise<FoundRound | undefined>;
  /** What the provider calls the game; null when it is no longer on offer. */
  titleOf(account: string, slug: string): ProvidedRound["title"];
  /** The games of this kind, by the provider's account and its name of the game. */
  gamesOf(kind: ProvidedKind): readonly { readonly game: string; readonly slug: string }[];
}

export type ProvidedKind = "slots" | "live-casino";

export interface FoundRound {
  readonly player: PlayerId;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly shown: ProvidedRound;
}

export type FindDraw = (id: Uuid) => Promise<FreeDraw | undefined>;

interface Needs {
  readonly ids: BetIds;
  readonly bet: WalletPort["bet"];
  readonly publicProfileOf: PublicProfileOf;
  readonly sources: ReadonlyMap<string, ProofSource>;
  /** Shared rounds by the name of their sequence. */
  readonly rounds: ReadonlyMap<string, ProofSource["round"]>;
  readonly draws: readonly FindDraw[];
  readonly provided: readonly ProvidedRounds[];
}

/**
 * The public record of a sealed bet, of a shared round such as `crash-123` or `roulette-1-123`, or of a free draw by its UUID. Under the
 * public id of a hidden player's bet it has no seeds of theirs; the bet's own id gives all of it. Fails with `not_found` for anything else.
 */
export async function getRoundRecord(needs: Needs, id: string): Promise<RoundRecord> {
  const { ids, bet: findBet, publicProfileOf, sources, rounds } = needs;
  const uuid = parseUuid(id);
  if (uuid) return drawRecord(needs, uuid);
  const shared = /^([a-z]+(?:-[1-9])?)-([1-9][0-9]{0,14})$/.exec(id);
  if (shared) {
    const [, sequence = "", number = ""] = shared;
    return (await rounds.get(sequence)?.(BigInt(number))) ?? fail(notFound);
  }
  const veiled = ids.openVeiled(id);
  const name = veiled ?? ids.open(id) ?? fail(notFound);
  const bet = (await findBet(name.player, name.key)) ?? fail(notFound);
  const provided = isProviderGame(bet.game) ? await providedOf(needs, rounds => rounds.ofBet(bet)) : undefined;
  if (provided) return providedRecord(needs, id, veiled ? withoutSeeds(provided) : provided);
  const { face, test } = await publicProfileOf(bet.player);
  const proof = await required(sources.get(bet.game), "a bet of a game without a table").proof(bet);
  return {
    id,
    kind: "bet",
    game: bet.game,
    status: bet.status,
    player: face,
    test,
    multiplier: bet.status === "open" ? null : paidMultiplier(bet),
    started_at: bet.placedAt.toISOString(),
    ended_at: bet.settledAt?.toISOString() ?? null,
    proof: veiled && proof.kind === "seeds" ? null : proof,
  };
}

async function providedOf(
  { provided }: Needs,
  find: (rounds: ProvidedRounds) => Promise<FoundRound | undefined>,
): Promise<FoundRound | undefined> {
  for (const rounds of provided) {
    const found = await find(rounds);
    if (found) return found;
  }
  return undefined;
}

const statusOf = { open: "open", closed: "settled", void: "voided" } as const;

function withoutSeeds(found: FoundRound): FoundRound {
  return { ...found, shown: { ...found.shown, record: null, own: null, verifier: null } };
}

async function providedRecord({ publicProfileOf }: Needs, id: string, found: FoundRound): Promise<RoundRecord> {
  const { face, test } = await publicProfileOf(found.player);
  const { shown } = found;
  return {
    id,
    kind: "bet",
    game: shown.slug,
    status: statusOf[shown.state],
    player: face,
    test,
    multiplier: null,
    started_at: found.startedAt.toISOString(),
    ended_at: found.endedAt?.toISOString() ?? null,
    proof: null,
    provided: shown,
  };
}

async function drawRecord(needs: Needs, id: Uuid): Promise<RoundRecord> {
  const { draws, publicProfileOf } = needs;
  const provided = await providedOf(needs, rounds => rounds.byId(id));
  if (provided) return providedRecord(needs, id, provided);
  for (const find of draws) {
    const draw = await find(id);
    if (!draw) continue;
    const { face, test } = await publicProfileOf(draw.player);
    const at = draw.at.toISOString();
    return {
      id,
      kind: "draw",
      game: draw.proof.game,
      status: "settled",
      player: face,
      test,
      multiplier: null,
      started_at: at,
      ended_at: at,
      proof: draw.proof,
    };
  }
  return fail(notFound);
}
