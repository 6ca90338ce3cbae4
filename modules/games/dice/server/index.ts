import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Desk } from "#modules/desk/server/index.ts";
import type { WalletBooks, WalletPort } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import { diceChannel, getDice, getDiceRounds, placeDiceBet } from "../shared/contract.ts";
import { diceLimits } from "../shared/limits.ts";
import { diceConfiguration } from "../shared/rules.ts";
import { listRounds } from "./list-rounds.ts";
import { placeBet, seedNumber } from "./place-bet.ts";
import { proofView } from "./views.ts";

export interface DiceNeeds {
  readonly wallet: WalletPort & Pick<WalletBooks, "history">;
  readonly desk: Desk;
}

export type Dice = ServerModule;

export function createDice(_host: Host, { wallet, desk }: DiceNeeds): Dice {
  const table = desk.openTable({
    game: "dice",
    limits: diceLimits,
    rtpPercent: 99,
    rulesVersion: diceConfiguration.version,
    proof: async bet => proofView(bet, await desk.seeds.now(bet.player, seedNumber(bet))),
  });
  const feed = table.feed(bets => channel.tell("bets", { bets }));
  const channel = liveChannel(diceChannel, async () => ({ bets: await feed.recent() }));
  const onPlaced: Parameters<typeof placeBet>[0]["onPlaced"] = bet => {
    feed.add(bet);
    table.decided(bet);
  };

  return {
    manifest,
    handlers: [
      handle(getDice, async call => ({ data: table.info(desk.currencyOf(call)) })),
      handle(placeDiceBet, call => placeBet({ wallet, desk, table, onPlaced }, call)),
      handle(getDiceRounds, call => listRounds({ wallet, desk }, call)),
    ],
    channels: [channel],
  };
}
