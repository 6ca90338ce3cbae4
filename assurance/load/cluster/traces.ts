import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTraceExporter } from "#kit/host/trace-exporter.ts";
import { createTracer } from "#kit/host/tracer.ts";
import { required } from "#kit/std/invariant.ts";
import { createWallet, type PlaceAnswer } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { requireRightBooks } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { fundedPlayers, nextBet } from "../wallet.ts";
import { withDatabase } from "../wallet-database.ts";
import { comparison, countsOf, inTurn, pairsOf } from "./in-turn.ts";
import { wholeLoop } from "./whole-loop.ts";

const playerCounts = [64, 256];
const shares = [0.001, 1];

/** Bets/s and Node's processor time per bet without a tracer, with one bet in a thousand traced and with all traced. The collector accepts everything. */
export async function benchTraces(seconds: number): Promise<readonly BenchRow[]> {
  const collector = createServer((request, response) => request.resume().on("end", () => response.end("{}")));
  await new Promise<void>(resolve => collector.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  try {
    return await withDatabase({ modules: ["wallet"], pool: 20 }, async db => {
      const rows: BenchRow[] = [];
      for (const players of countsOf(playerCounts))
        for (const share of shares) {
          const pairs = testPairs(db);
          const people = await fundedPlayers(db, pairs, players);
          const host = plainHost(db);
          const needs = { ...host, config: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, node: "bench" };
          const exporter = required(createTraceExporter(needs), "an endpoint is set");
          const tracer = createTracer({ ...host, share, onEnd: exporter.add });
          const [plain, traced] = [createWallet(host, { pairs }), createWallet({ ...host, tracer }, { pairs })];
          const micros: Record<"plain" | "traced", number[]> = { plain: [], traced: [] };
          const play =
            (way: "plain" | "traced", place: (player: (typeof people)[number]) => Promise<PlaceAnswer>) => async () => {
              const before = process.cpuUsage();
              let bets = 0;
              const { perSecond } = await wholeLoop(people, seconds, async player => {
                const answer = await place(player);
                if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
                bets += 1;
              });
              const { user, system } = process.cpuUsage(before);
              micros[way].push((user + system) / bets);
              return perSecond;
            };
          const found = await inTurn(
            {
              plain: play("plain", player => plain.place(nextBet(player))),
              // As the dispatcher does.
              traced: play("traced", player =>
                tracer.call(
                  "bet",
                  () => tracer.step("dispatch", () => traced.place(nextBet(player))),
                  () => 201,
                ),
              ),
            },
            pairsOf(),
          );
          await plain.stop?.();
          await traced.stop?.();
          await exporter.close();
          const of = `traced ${share === 1 ? "each" : `1 in ${1 / share}`}, of untraced`;
          rows.push(
            comparison({ figure: `bets/s, ${of}`, players, values: found.traced, baseline: found.plain }),
            comparison({
              figure: `µs of Node a bet, ${of}`,
              players,
              values: micros.traced,
              baseline: micros.plain,
              ...(share < 1 && { bar: "at most 1.02" }),
            }),
          );
        }
      await requireRightBooks(db);
      return rows;
    });
  } finally {
    collector.close();
  }
}
