import { type Ending, endRounds } from "./end-rounds.ts";
import { readSpinFacts, type SpinFacts, type SpinKey } from "./read-spin-facts.ts";
import { type Beginning, type Begun, beginRounds, type Drawn, drawRounds, type RoundRow } from "./round-store.ts";
import { createStatementLane, type StatementLane } from "./statement-lane.ts";
import type { StudioHost } from "./studio-host.ts";
import type { TxRow } from "./tx-store.ts";

/** The four statements of a spin, each for what many players wait for at that moment. */
export interface RoundLanes {
  readonly facts: StatementLane<SpinKey, SpinFacts>;
  readonly begin: StatementLane<Beginning, Begun>;
  readonly draw: StatementLane<Drawn, TxRow | undefined>;
  readonly end: StatementLane<Ending, RoundRow | undefined>;
  stop(): Promise<void>;
}

export function createRoundLanes(host: StudioHost): RoundLanes {
  const facts = createStatementLane<SpinKey, SpinFacts>(host, {
    name: "read-spin-facts",
    keyOf: ({ request }) => request,
    run: readSpinFacts,
  });
  const begin = createStatementLane<Beginning, Begun>(host, {
    name: "begin-rounds",
    keyOf: ({ round }) => String(round.pair),
    run: beginRounds,
  });
  const draw = createStatementLane<Drawn, TxRow | undefined>(host, {
    name: "draw-rounds",
    keyOf: ({ round }) => String(round.pair),
    run: drawRounds,
  });
  const end = createStatementLane<Ending, RoundRow | undefined>(host, {
    name: "end-rounds",
    keyOf: ({ tx }) => tx.round,
    run: endRounds,
  });
  return {
    facts,
    begin,
    draw,
    end,
    async stop() {
      await Promise.all([facts, begin, draw, end].map(lane => lane.stop()));
    },
  };
}
