import { int4Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { betOf, openRoundOf, roundAfter, type StoredBetRow } from "./bet-row.ts";
import type { OpenRound, StepAnswer, StepOfRound } from "./port.ts";
import { stepSql } from "./sql/settle-sql.ts";
import { findBets } from "./store.ts";
import type { StepTask } from "./task.ts";

export interface StepNeeds {
  readonly now: () => number;
  readonly hit: (failpoint: string) => void;
}

/** Adds the steps of the batch to their rounds in one statement. Those that added nothing get the reason. */
export async function stepBatch(
  connection: DbConnection,
  tasks: readonly StepTask[],
  needs: StepNeeds,
): Promise<readonly StepTask[]> {
  needs.hit("wallet.step.formed");
  const columns = [
    new Date(needs.now()),
    uuidArray(tasks.map(task => task.player)),
    uuidArray(tasks.map(task => task.step.round.key)),
    int4Array(tasks.map(task => task.step.round.journal.steps.length)),
    textArray(tasks.map(({ step: { key, choice, shown } }) => JSON.stringify({ key, choice, shown }))),
  ];
  const { rows } = await connection.query<{ playerId: PlayerId }>(stepSql, columns, "wallet.step");
  needs.hit("wallet.step.committed");
  const stepped = new Set(rows.map(row => row.playerId));
  const others = tasks.filter(task => !stepped.has(task.player));
  const known = others.length > 0 ? await findBets(connection, others) : new Map<PlayerId, StoredBetRow>();
  for (const task of tasks) {
    const row = known.get(task.player);
    task.answer(
      stepped.has(task.player)
        ? { kind: "stepped", round: withStep(task.step), replayed: false }
        : repeatedStep(task.step, openRoundOf(betOf(required(row, "a round that was read is there")))),
    );
  }
  return [];
}

/**
 * Whether the key named a step of this round. The journal is append-only and every operation succeeds only if it is as long as
 * the round that was read, so the round itself shows it.
 */
export function isStepOf({ journal }: OpenRound, key: Uuid | undefined): boolean {
  return journal.steps.some(each => each.key === key);
}

/** The round with the step appended. */
export function withStep({ round, key, choice, shown }: StepOfRound): OpenRound {
  const { opening, steps } = round.journal;
  return { ...round, journal: { opening, steps: [...steps, { key, choice, shown }] } };
}

/** A step that was not added: a repeat, or the round has changed. */
export function repeatedStep(step: StepOfRound, now: OpenRound): StepAnswer {
  const at = now.journal.steps.findIndex(each => each.key === step.key);
  const same = now.journal.steps[at];
  if (same && canonicalJson(same.choice) !== canonicalJson(step.choice))
    return { kind: "refused", reason: "idempotency_conflict" };
  if (same) return { kind: "stepped", round: roundAfter(now, at + 1), replayed: true };
  return { kind: "refused", reason: now.status === "open" ? "outpaced" : "already_settled" };
}
