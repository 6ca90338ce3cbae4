import { parseDecimal } from "#kit/money/amount.ts";
import { listedStake } from "#studio/engine/shared/spin.ts";
import type { SpinRequest } from "#studio/frame/shared/calls.ts";
import type { Games } from "./games.ts";
import { RgsError } from "./rgs-error.ts";
import type { SeedOwner } from "./seed-pairs.ts";
import type { Session } from "./sessions.ts";
import type { StudioHost } from "./studio-host.ts";

/** What a request becomes once it is checked. */
export interface Stake {
  readonly mode: string;
  readonly kind: "stake" | "buy" | "free";
  readonly amount: bigint;
  readonly base: bigint;
  readonly freeGrant: string | null;
}

/** Checks what a request stakes: its own amount, or that of a grant of free rounds. */
export function createStakeOf({ db, clock }: Pick<StudioHost, "db" | "clock">, games: Games) {
  async function freeStake(session: Session, owner: SeedOwner, grant: string): Promise<Stake> {
    const { rows } = await db.query<{ stake: bigint; currency: string; expiresAt: Date; cancelledAt: Date | null }>(
      `SELECT stake, currency, expires_at AS "expiresAt", cancelled_at AS "cancelledAt" FROM rgs.free_grants
      WHERE casino = $1 AND id = $2 AND player = $3 AND game = $4`,
      [owner.casino, grant, owner.player, owner.game],
    );
    const found = rows[0];
    if (!found || found.currency !== session.currency) throw new RgsError("free_rounds_over");
    if (found.cancelledAt || found.expiresAt.getTime() <= clock.now()) throw new RgsError("free_rounds_over");
    return { mode: "base", kind: "free", amount: 0n, base: found.stake, freeGrant: grant };
  }

  return async function stakeOf(session: Session, owner: SeedOwner, request: SpinRequest): Promise<Stake> {
    if (request.free !== undefined) return freeStake(session, owner, request.free);
    const stake = checkStake(games, session, request);
    const price = games.get(session.game).game.modes[request.mode]?.price ?? 1;
    return {
      mode: request.mode,
      kind: request.mode === "base" ? "stake" : "buy",
      amount: stake * BigInt(price),
      base: stake,
      freeGrant: null,
    };
  };
}

/** Everything that needs no database. */
export function checkStake(games: Games, session: Session, request: SpinRequest): bigint {
  const { game } = games.get(session.game);
  const { profile } = session;
  const mode = Object.hasOwn(game.modes, request.mode) ? game.modes[request.mode] : undefined;
  if (!mode) throw new RgsError("wrong_mode");
  if (request.auto && !profile.autoplay) throw new RgsError("autoplay_off");
  if (request.mode !== "base" && !profile.buy) throw new RgsError("buy_off");
  const stake = listedStake(game, session.currency, request.stake);
  if (stake === undefined) throw new RgsError("stake_out_of_limits");
  const over = profile.max_stake !== null && stake * BigInt(mode.price) > parseDecimal(profile.max_stake);
  if (over) throw new RgsError("stake_out_of_limits");
  return stake;
}
