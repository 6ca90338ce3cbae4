import { fail } from "#kit/contract/error-code.ts";
import type { Route } from "#kit/contract/route.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Session } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { termsChanged } from "../shared/errors.ts";
import { acceptTerms } from "../shared/terms-contract.ts";
import type { Sessions } from "./sessions.ts";

/** The terms a player has accepted, and what requires the current ones. */
export interface Terms {
  readonly version: string;
  /** Fails with `terms_changed` for stakes and deposits if the player has not accepted the current terms. */
  guard(route: Route, session: Session | null): void;
  readonly handlers: readonly Handler[];
}

export function createTerms(host: Host, sessions: Sessions, version: string): Terms {
  const refuse = (): never => fail(termsChanged, { data: { version } });
  return {
    version,
    guard(route, session) {
      if (session && bringsMoneyIn(route) && session.terms !== version) refuse();
    },
    handlers: [
      handle(acceptTerms, async ({ session, input }) => {
        if (input.body.version !== version) refuse();
        await host.db.tx(async tx => {
          await agree(tx, session.player, version, new Date(host.clock.now()));
          await sessions.playerChanged(tx, session.player);
        });
        return undefined;
      }),
    ],
  };
}

/** Only new stakes and deposits: open bets are played to their end, and payouts continue, whatever the terms. */
function bringsMoneyIn(route: Route): boolean {
  if (route.caller !== "player") return false;
  return route.moves === "deposit" || (route.moves === "wager" && route.continues !== true);
}

async function agree(tx: Tx, player: PlayerId, version: string, now: Date): Promise<void> {
  await tx.query("UPDATE accounts.players SET terms_version = $2 WHERE id = $1", [player, version]);
  await tx.query(
    "INSERT INTO accounts.agreements (player_id, version, agreed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [player, version, now],
  );
}

/** Acceptances after registration, for the player's copy of their data. */
export async function agreementsOf(db: Queryable, player: PlayerId) {
  const { rows } = await db.query<{ version: string; agreedAt: Date }>(
    `SELECT version, agreed_at AS "agreedAt" FROM accounts.agreements WHERE player_id = $1 ORDER BY agreed_at`,
    [player],
  );
  return rows;
}
