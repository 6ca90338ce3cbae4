import type { Clock } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import type { Log } from "#kit/log/log.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Bets, createBatch } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { RouletteRow, rouletteChannel } from "../shared/contract.ts";
import { ownBetView } from "./views.ts";

/** Bets of a round that are shown: what goes to each of many watchers has a size, however many play. */
const shownBets = 200;

/** The bets of one round as published to its watchers. */
export interface RoundFeed {
  /** Of a committed bet. */
  joined(bet: Bet): void;
  /** For a settled or refunded bet: its player is notified, the others get the row. */
  ended(bet: Bet): void;
  /** Sends pending rows, before the next state is published. */
  flush(): void;
  rows(): RouletteRow[];
  /** What the shown bets were paid. */
  paid(): { id: string; payout: string }[];
  readonly betCount: number;
}

export type WinCaps = Record<string, string>;

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly channel: LiveChannel<typeof rouletteChannel>;
  readonly bets: Pick<Bets, "ids" | "publicProfileOf">;
  readonly winCaps: () => WinCaps;
}

export function createRoundFeed({ clock, log, channel, bets, winCaps }: Needs, round: number): RoundFeed {
  const rows = new Map<string, RouletteRow>();
  let betCount = 0;

  const joins = createBatch<RouletteRow>(clock, bets =>
    channel.publish("joins", { round, bets: [...bets], bet_count: betCount, win_caps: winCaps() }),
  );
  const publishToOwner = (bet: Bet) => channel.publish("mine", { bet: ownBetView(bets.ids, bet) }, bet.player);

  async function show(bet: Bet, id: string): Promise<void> {
    const { face, test } = await bets.publicProfileOf(bet.player);
    const stake = formatAmount(bet.stake);
    const row: RouletteRow = { id, player: face, test, currency: bet.currency, stake, payout: null };
    if (rows.has(id)) return;
    rows.set(id, row);
    joins.add(row);
  }

  return {
    joined(bet) {
      betCount += 1;
      publishToOwner(bet);
      if (betCount > shownBets) return;
      show(bet, bets.ids.seal(bet.player, bet.key)).catch((error: unknown) =>
        log.warn({ err: error }, "a bet is missing in the feed"),
      );
    },
    ended(bet) {
      publishToOwner(bet);
      const row = rows.get(bets.ids.seal(bet.player, bet.key));
      if (row) row.payout = formatAmount(bet.payout);
    },
    flush: () => joins.flush(),
    rows: () => [...rows.values()],
    paid: () => [...rows.values()].flatMap(({ id, payout }) => (payout === null ? [] : [{ id, payout }])),
    get betCount() {
      return betCount;
    },
  };
}
