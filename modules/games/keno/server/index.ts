import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Desk } from "#modules/desk/server/index.ts";
import type { WalletBooks, WalletPort } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import { getKeno, getKenoRounds, kenoChannel, placeKenoBet } from "../shared/contract.ts";
import { kenoLimits } from "../shared/limits.ts";
import { kenoConfiguration, tableFaults } from "../shared/rules.ts";
import { listRounds } from "./list-rounds.ts";
import { placeBet, seedNumber } from "./place-bet.ts";
import { proofView, tablesView } from "./views.ts";

export interface KenoNeeds {
  readonly wallet: WalletPort & Pick<WalletBooks, "history">;
  readonly desk: Desk;
}

export type Keno = ServerModule;

/** Makes the game. Throws InvariantError when a row of its tables returns anything but 98.9 to 99.1 %: the house does not open with it. */
export function createKeno(_host: Host, { wallet, desk }: KenoNeeds): Keno {
  const faults = tableFaults(kenoConfiguration.tables);
  invariant(faults.length === 0, `keno is not opened with these tables: ${faults.join("; ")}`);
  const tables = tablesView();
  const table = desk.openTable({
    game: "keno",
    limits: kenoLimits,
    rtpPercent: 99,
    rulesVersion: kenoConfiguration.version,
    proof: async bet => proofView(bet, await desk.seeds.now(bet.player, seedNumber(bet))),
  });
  const feed = table.feed(bets => channel.tell("bets", { bets }));
  const channel = liveChannel(kenoChannel, async () => ({ bets: await feed.recent() }));
  const onPlaced: Parameters<typeof placeBet>[0]["onPlaced"] = bet => {
    feed.add(bet);
    table.decided(bet);
  };

  return {
    manifest,
    handlers: [
      handle(getKeno, async call => ({ data: { ...table.info(desk.currencyOf(call)), tables } })),
      handle(placeKenoBet, call => placeBet({ wallet, desk, table, onPlaced }, call)),
      handle(getKenoRounds, call => listRounds({ wallet, desk }, call)),
    ],
    channels: [channel],
  };
}
