import { fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import { clientSeedRequired, currencyRequired } from "#modules/bets/shared/errors.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { mayBeOffered, mayDeposit } from "#modules/limits/server/index.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { onBreak, wheelForVerified, wheelUnavailable } from "../shared/errors.ts";
import { drawTicket, prizeIn, prizeOf } from "../shared/rules.ts";
import { insertSpin, type SpinRow, spinOn } from "./store.ts";
import { shareVersions, versionOn } from "./version-store.ts";
import { configurationIn } from "./views.ts";

export interface WheelNeeds {
  readonly wallet: Pick<Wallet, "open" | "credit">;
  readonly pairs: Pick<Fairness["pairs"], "held">;
  readonly verification: Pick<Verification, "isVerified">;
}

export const dayMs = 86_400_000;

/** Days since 1970, UTC. */
export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / dayMs);
}

/**
 * Draws the daily spin. The seed pair is locked first, so that spins of the same player and a rotation run one after the
 * other; eligibility is checked before the draw. Fails as its call declares.
 */
export async function drawSpin(host: Host, needs: WheelNeeds, { player, currency }: Session): Promise<SpinRow> {
  const now = host.clock.now();
  const day = dayOf(now);
  if (currency === null) return fail(currencyRequired);
  if (!(await needs.verification.isVerified(player))) fail(wheelForVerified);
  return host.db.tx(async tx => {
    const pair = await needs.pairs.held(tx, player, day);
    const former = await spinOn(tx, player, day);
    if (former) return former;
    if (!(await mayDeposit(tx, player, new Date(now)))) fail(onBreak);
    if (!(await mayBeOffered(tx, player, new Date(now)))) fail(wheelUnavailable);
    if (!pair) return fail(clientSeedRequired);
    const ticket = drawTicket(pair.stream("wheel"));
    await shareVersions(tx);
    const { version: rulesVersion, configuration } = await versionOn(tx, day);
    const prizes = configurationIn({ configuration });
    const prize = prizeIn(prizes, currency, prizeOf(prizes, ticket));
    const seeds = { seedNumber: pair.number, clientSeed: pair.clientSeed };
    const rules = { rulesVersion, configuration };
    const row = { id: host.ids.next(), day, currency, ticket, prize, ...seeds, ...rules, spunAt: new Date(now) };
    await insertSpin(tx, player, row);
    await needs.wallet.open(tx, player, currency);
    const movement = { owner: player, currency, amount: prize, kind: "prize", reference: row.id } as const;
    await needs.wallet.credit(tx, { ...movement, from: account("promotions") });
    return row;
  });
}
