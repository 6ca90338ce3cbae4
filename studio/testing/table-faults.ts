import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { CasinoDouble } from "./casino-double.ts";
import type { TestStudio } from "./test-studio.ts";

/** For tests of what may fail at a table: every round ends once, and what players were paid is what the record says. */

export const hundred = 100_000_000n;

export async function openOf({ database }: Pick<TestStudio, "database">): Promise<number> {
  const { rows } = await database.db.query<{ n: bigint }>(
    `SELECT (SELECT count(*) FROM tables.txs WHERE due_at IS NOT NULL OR state IN ('sent', 'unknown'))
       + (SELECT count(*) FROM tables.player_rounds WHERE state IN ('open', 'drawn', 'voiding', 'disputed')) AS n`,
  );
  return Number(rows[0]?.n);
}

/** Every player's round has the very end that the casino booked. */
export async function differences({ database }: Pick<TestStudio, "database">, casino: CasinoDouble): Promise<string[]> {
  const { rows } = await database.db.query<{ id: string; state: string; payout: bigint | null; bet: bigint }>(
    `SELECT p.id, p.state, p.payout, coalesce((SELECT sum(amount)::bigint FROM tables.txs t
       WHERE t.round = p.id AND t.kind = 'bet' AND t.state = 'ok'), 0) AS bet FROM tables.player_rounds p`,
  );
  const known = new Set(rows.map(({ id }) => id));
  const strange = [...casino.rounds.keys()].filter(id => !known.has(id)).map(id => `${id} is known to the casino only`);
  const wrong = rows.flatMap(({ id, state, payout, bet }) => {
    const booked = casino.rounds.get(id);
    const right =
      state === "settled"
        ? booked?.state === "closed" && booked.won === payout && booked.bet === bet
        : booked === undefined || booked.state === "rolled_back";
    return right ? [] : [`${id} is ${state} ${formatAmount(payout ?? 0n)}, the casino has ${booked?.state}`];
  });
  return [...strange, ...wrong];
}

export async function seat(casino: CasinoDouble): Promise<string> {
  const player = randomUUID();
  casino.addPlayer(player, hundred);
  return player;
}

export function balanceOf(casino: CasinoDouble, player: string): bigint {
  const own = [...casino.rounds.values()].filter(round => round.player === player && round.state === "closed");
  return own.reduce((sum, { bet, won }) => sum - bet + won, hundred);
}

export async function startTables(
  database: { readonly url: string },
  atEnd: (close: () => void | Promise<void>) => void,
  {
    killAt = "",
    beacon = "",
    tables = "1",
  }: { readonly killAt?: string; readonly beacon?: string; readonly tables?: string } = {},
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const port = await freePort();
  const child = fork(join(import.meta.dirname, "killable-studio.ts"), {
    env: {
      ...process.env,
      DATABASE: database.url,
      PORT: String(port),
      KILL_AT: killAt,
      BEACON: beacon,
      TABLES: tables,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  atEnd(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return { child, url: `http://127.0.0.1:${port}` };
}
