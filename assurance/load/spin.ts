import { randomUUID } from "node:crypto";
import { required } from "#kit/std/invariant.ts";
import { type BenchStudio, type OpenedGame, withBenchStudio } from "./bench-studio.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { type OpenLoad, openLoop, times } from "./figures.ts";
import { HttpClient } from "./http-client.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";

const playerCount = 200;
/** Spins planned a second: `--rate=100`. */
const plannedPerSecond = Number(process.argv.find(argument => argument.startsWith("--rate="))?.slice(7) ?? 300);
const game = { kind: "slots", slug: "seven-struck" } as const;
const diceBet = '{"stake":"0.01","direction":"over","target":"49.50"}';

/**
 * `npm run bench -- spin`: spins for money without a browser, in an open loop: the studio writes the round, asks the casino for the
 * stake, draws, and pays. Two processes and two databases; beside dice bets of the same players at the same rate, which take one of each.
 */
export const benchSpin: BenchSuite = ({ seconds }) =>
  withBenchStudio({ services: "general,dice" }, async studio => {
    const players = await openPlayers(studio.app, playerCount);
    const games: OpenedGame[] = [];
    for (const player of players) games.push(await studio.open(player, game));
    const dice = await load(players.map(diceTurn), seconds, studio.app.apiPort, 201);
    const spins = await load(games.map(spinTurn), seconds * 3, studio.port, 200);
    await requireEndedRounds(studio);
    await studio.app.requireRightBooks();
    const row = (what: string, figures: OpenLoad): BenchRow => ({
      what,
      "planned/s": plannedPerSecond,
      "done/s": figures.perSecond,
      "p50 ms": figures.p50,
      "p95 ms": figures.p95,
      "p99 ms": figures.p99,
      unanswered: figures.unanswered,
    });
    return [row("dice", dice), { ...row("spin", spins), "times p50": times(spins.p50, dice.p50) }];
  });

/** Each player has one connection and one bet on its way: who waits for their turn waits in the figures. */
async function load(
  turns: readonly (() => string)[],
  seconds: number,
  port: number,
  wanted: number,
): Promise<OpenLoad> {
  const clients = turns.map(() => new HttpClient(port));
  const last: Promise<unknown>[] = turns.map(() => Promise.resolve());
  const sendAs = async (index: number) => {
    const { status, body } = await required(clients[index], "a client").ask(required(turns[index], "a turn")());
    if (status !== wanted) throw new Error(`${status} ${body}`);
  };
  const figures = await openLoop(plannedPerSecond, seconds, number => {
    const index = number % turns.length;
    const sent = (last[index] as Promise<unknown>).then(() => sendAs(index));
    last[index] = sent.catch(() => undefined);
    return sent;
  });
  await Promise.all(last);
  for (const client of clients) client.close();
  return figures;
}

function spinTurn({ session, stakes }: OpenedGame): () => string {
  return () => {
    const body = JSON.stringify({ request: randomUUID(), mode: "base", stake: stakes[0] });
    return `${head("/rgs/v1/spin", session, body)}\r\n\r\n${body}`;
  };
}

function diceTurn({ token }: BenchPlayer): () => string {
  return () =>
    `${head("/api/v1/games/dice/bets", token, diceBet)}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n${diceBet}`;
}

const head = (path: string, token: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${token}`;

async function requireEndedRounds({ db }: BenchStudio): Promise<void> {
  const { rows } = await db.query<{ rounds: string; open: string }>(
    "SELECT count(*)::text AS rounds, count(*) FILTER (WHERE state <> 'settled')::text AS open FROM rgs.rounds",
  );
  if (Number(rows[0]?.rounds) === 0 || Number(rows[0]?.open) > 0)
    throw new Error(`${rows[0]?.open} of ${rows[0]?.rounds} rounds did not end`);
}
