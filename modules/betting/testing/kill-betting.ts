import { fsyncSync, openSync, writeSync } from "node:fs";
import { noFailpoints } from "#kit/host/system.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { epochOf, matchMessages, startBetting, turnOf } from "./start-betting.ts";
import "#kit/testing/keep-compiled.ts";

/**
 * A server process that kills itself: `node kill-betting.ts <database> <journal> <failpoint> <hits> <run> <player>...`. In each turn two matches
 * open, every player places a double on them, the first one cashes half of it out, both matches end and are settled, and the second result
 * is corrected. What was acknowledged is in the journal, on disk before anything else.
 */
const [url = "", path = "", failpoint = "", hits = "", run = "", ...players] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  ...PlayerId[],
];
let left = Number.POSITIVE_INFINITY;
const failpoints = Object.assign({}, noFailpoints, {
  hit(name: string) {
    if (name !== failpoint) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  },
});
const server = await startBetting(url, epochOf(Number(run)), failpoints);
const journal = openSync(path, "a");

function note(...words: readonly (string | number)[]): void {
  writeSync(journal, `${words.join(" ")}\n`);
  fsyncSync(journal);
}

for (let turn = 0; ; turn += 1) {
  const { events } = turnOf(Number(run), turn, 0);
  const [first, second] = events.map(event => matchMessages(server.feed, event, 0));
  const [a, b] = [required(first, "a match"), required(second, "a match")];
  note("turn", turn);
  server.feed.send("pre", [a.fixture(), a.odds(), b.fixture(), b.odds()]);
  const ids = await Promise.all(
    players.map((player, at) => {
      const { slip } = turnOf(Number(run), turn, at);
      return server.until(async () => {
        const { status, body, text } = await server.place(player, slip, events);
        if (status === 201) return body.data.id as string;
        if (status !== 409 && status !== 503) throw new Error(`refused: ${text}`);
        return undefined;
      }, "a slip is accepted");
    }),
  );
  for (const [at, id] of ids.entries()) note("placed", turn, at, id);
  // From here on the failpoint counts: there is something to lose.
  if (turn === 0) left = Number(hits);
  const [player = "" as PlayerId] = players;
  const id = required(ids[0], "a slip");
  const paid = await server.until(async () => {
    const offer = (await server.read(player, id)).body.data.cash_out as string | null;
    if (offer === null) return undefined;
    const answer = await server.cashOut(player, turnOf(Number(run), turn, 0).cashOut, id, offer);
    return answer.status === 200 ? (answer.body.data.paid as string) : undefined;
  }, "a cash-out is paid");
  note("cashed-out", turn, 0, paid);
  server.feed.send("live", [...a.ended(1, 0), ...b.ended(2, 1)]);
  await settled(ids, "settled");
  server.feed.send("live", b.ended(0, 1));
  await settled(ids, "corrected");
  note("corrected", turn);
  await server.betting.collectReceipts();
}

async function settled(ids: readonly string[], what: "settled" | "corrected"): Promise<void> {
  for (const [at, player] of players.entries())
    await server.until(async () => {
      await server.betting.settle();
      const { data } = (await server.read(player, required(ids[at], "a slip"))).body;
      return data.status === "settled" && (data.payout === "0") === (what === "corrected");
    }, what);
}
