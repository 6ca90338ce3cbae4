import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { tryEach } from "#kit/std/try-each.ts";
import { type JackpotWallet, potAccount } from "./begin-pot.ts";
import { lockUnpaid, markPaid, unpaidWins } from "./win-store.ts";

export interface PayNeeds {
  readonly host: Pick<Host, "db" | "clock" | "failpoints">;
  readonly wallet: JackpotWallet;
}

/**
 * PAID: pots that were won, each once under the id of its entry, and in a transaction of its own. A break or exclusion takes no winnings away. One that
 * cannot be paid does not keep the others waiting: it fails the run after them.
 */
export async function payWins(needs: PayNeeds): Promise<void> {
  await tryEach(await unpaidWins(needs.host.db), id => payWin(needs, id));
}

function payWin({ host, wallet }: PayNeeds, id: Uuid): Promise<void> {
  return host.db.tx(async tx => {
    const win = await lockUnpaid(tx, id);
    // Another process paid it.
    if (!win) return;
    const { playerId: owner, currency, amount } = win;
    await wallet.open(tx, owner, currency);
    const movement = { owner, currency, amount, kind: "jackpot_win", reference: id } as const;
    const moved = await wallet.credit(tx, { ...movement, from: potAccount });
    invariant(!moved.replayed, "a pot is paid once");
    await markPaid(tx, id, new Date(host.clock.now()));
    host.failpoints.hit("jackpots.paid");
  });
}
