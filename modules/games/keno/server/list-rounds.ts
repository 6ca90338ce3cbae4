import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Desk } from "#modules/desk/server/index.ts";
import type { WalletBooks } from "#modules/wallet/server/port.ts";
import type { getKenoRounds } from "../shared/contract.ts";
import { historyView } from "./views.ts";

const pageSize = 30;

interface Needs {
  readonly wallet: Pick<WalletBooks, "history">;
  readonly desk: Pick<Desk, "ids" | "currencyOf">;
}

/** The caller's own draws in the active currency, newest first. */
export async function listRounds(
  { wallet, desk }: Needs,
  call: Call<typeof getKenoRounds>,
): Promise<RouteOutput<typeof getKenoRounds>> {
  const { cursor } = call.input.query;
  const page = await wallet.history(call.session.player, {
    currency: desk.currencyOf(call),
    game: "keno",
    limit: pageSize,
    ...(cursor === undefined ? {} : { cursor }),
  });
  return { data: { items: page.bets.map(bet => historyView(desk.ids, bet)), next_cursor: page.next } };
}
