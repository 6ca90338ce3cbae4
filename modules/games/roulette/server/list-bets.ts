import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Desk } from "#modules/desk/server/index.ts";
import type { WalletBooks } from "#modules/wallet/server/port.ts";
import type { getRouletteBets, getRouletteRounds } from "../shared/contract.ts";
import type { RouletteStore } from "./store.ts";
import { ownBetView, pastRoundView } from "./views.ts";

const pageSize = 30;

/** The caller's own bets in the active currency, newest first. */
export async function listBets(
  { wallet, desk }: { wallet: Pick<WalletBooks, "history">; desk: Pick<Desk, "ids" | "currencyOf"> },
  call: Call<typeof getRouletteBets>,
): Promise<RouteOutput<typeof getRouletteBets>> {
  const { cursor } = call.input.query;
  const page = await wallet.history(call.session.player, {
    currency: desk.currencyOf(call),
    game: "roulette",
    limit: pageSize,
    ...(cursor === undefined ? {} : { cursor }),
  });
  return { data: { items: page.bets.map(bet => ownBetView(desk.ids, bet)), next_cursor: page.next } };
}

/** Finished spins, newest first; the cursor is the number of the last one shown. */
export async function listRounds(
  store: Pick<RouletteStore, "ended">,
  call: Call<typeof getRouletteRounds>,
): Promise<RouteOutput<typeof getRouletteRounds>> {
  const { cursor } = call.input.query;
  if (cursor !== undefined && !/^[1-9][0-9]{0,14}$/.test(cursor))
    fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const rounds = await store.ended(pageSize + 1, cursor === undefined ? undefined : BigInt(cursor));
  const items = rounds.slice(0, pageSize).map(pastRoundView);
  return { data: { items, next_cursor: rounds.length > pageSize ? String(items.at(-1)?.round) : null } };
}
