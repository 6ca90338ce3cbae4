import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { RoundRecord } from "../shared/contract.ts";
import type { BetIds } from "./bet-id.ts";
import { type PublicProfileOf, paidMultiplier } from "./rows.ts";

/** How one game proves its bets and rounds. */
export interface ProofSource {
  /** The proof of a bet with everything revealed so far, and nothing else. */
  readonly proof: (bet: Bet) => Promise<ProofRecord>;
  /** Shared rounds only: the public record of a round by its number. */
  readonly round?: (number: bigint) => Promise<RoundRecord | undefined>;
}

/** A draw without a stake, such as a turn of the wheel of the day: not a bet, and in no list of bets. */
export interface FreeDraw {
  readonly player: PlayerId;
  readonly at: Date;
  /** With everything revealed so far, and nothing else. */
  readonly proof: SeedsProof;
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

async function drawRecord(
  { draws, publicProfileOf }: Pick<Needs, "draws" | "publicProfileOf">,
  id: Uuid,
): Promise<RoundRecord> {
  for (const find of draws) {
    const draw = await find(id);
    if (!draw) continue;
    const { face, test } = await publicProfileOf(draw.player);
    const at = draw.at.toISOString();
    return {
      ...{ id, kind: "draw", game: draw.proof.game, status: "settled", player: face, test, multiplier: null },
      ...{ started_at: at, ended_at: at, proof: draw.proof },
    };
  }
  return fail(notFound);
}
