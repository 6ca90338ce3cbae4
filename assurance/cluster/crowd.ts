import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { apiClient } from "#tools/demo/api-client.ts";
import { payIn } from "#tools/demo/moves.ts";
import type { Journal } from "./journal.ts";
import { call, type Endpoint, move, type Player } from "./player.ts";

export interface DrillCrowd {
  /** Resolves when every movement that was begun has its answer. */
  stop(): Promise<void>;
  /** Deposits that the provider reported and that were credited. */
  readonly deposits: () => number;
}

/** Players who bet on dice, fly in crash, search for mines, meet in duels and deposit, all through the edge. */
export function startCrowd(
  endpoint: Endpoint,
  sandboxPort: number,
  players: readonly Player[],
  journal: Journal,
  pauseMs: number,
): DrillCrowd {
  let stopped = false;
  let deposits = 0;
  const send = (player: Player, path: string, body: unknown) =>
    move(endpoint, player, journal, `/api/v1/games/${path}`, body);

  async function crash(player: Player): Promise<void> {
    const isByHand = randomInt(2) === 0;
    const placed = await send(player, "crash/bets", isByHand ? { stake: "1" } : { stake: "1", auto_cash_out: "1.20" });
    const id = placed?.body?.data?.id;
    if (!isByHand || !id) return;
    await sleep(4_000 + randomInt(4_000));
    await send(player, `crash/bets/${id}/cash-out`, {});
  }

  async function miner(player: Player): Promise<void> {
    const begun = await send(player, "miner/bets", { stake: "1", mines: 3 });
    const id = begun?.body?.data?.id;
    if (!id) return;
    await send(player, `miner/bets/${id}/reveal`, { tile: randomInt(25) });
    await send(player, `miner/bets/${id}/cash-out`, {});
  }

  async function duel(player: Player): Promise<void> {
    const lobby = await call(endpoint, "GET", "/api/v1/games/coinflip/duels", {
      token: player.token,
      ip: player.ip,
    }).catch(() => undefined);
    const open = (lobby?.body?.data?.duels ?? []).find((each: { state: string }) => each.state === "open");
    if (open) await send(player, `coinflip/duels/${open.id}/join`, { currency: "USD" });
    else await send(player, "coinflip/duels", { stake: "1", side: "heads", house: false });
  }

  async function deposit(player: Player): Promise<void> {
    const client = apiClient(endpoint.port, `api.${endpoint.host}`);
    await payIn(client, player, "50", sandboxPort, () => randomUUID())
      .then(() => {
        deposits += 1;
      })
      // The provider repeats its message; the balance is compared with the ledger at the end.
      .catch(() => undefined);
  }

  const dice = (player: Player) => send(player, "dice/bets", { stake: "1", direction: "over", target: "49.50" });

  async function play(player: Player): Promise<void> {
    await sleep(randomInt(pauseMs));
    while (!stopped) {
      const chance = randomInt(100);
      if (chance < 60) await dice(player);
      else if (chance < 80) await crash(player);
      else if (chance < 90) await miner(player);
      else if (chance < 98) await duel(player);
      else await deposit(player);
      await sleep(pauseMs / 2 + randomInt(pauseMs));
    }
  }
  const playing = players.map(play);
  return {
    deposits: () => deposits,
    async stop() {
      stopped = true;
      await Promise.all(playing);
    },
  };
}
