import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { DbConnection } from "#kit/db/db.ts";
import { createLane, type LaneTask } from "#kit/db/lane.ts";
import type { StudioHost } from "./studio-host.ts";

/** One statement for what many players wait for: what arrives while it runs forms the next one. */
export interface StatementLane<Input, Output> {
  run(input: Input): Promise<Output>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

interface Statement<Input, Output> {
  /** In the log. */
  readonly name: string;
  /** A statement has at most one input of a key. */
  readonly keyOf: (input: Input) => string;
  /**
   * Runs one statement, committed when it returns. Results are in the order of the inputs. It may be sent again with the same inputs when the
   * connection was lost: then what is stored is found and returned.
   */
  readonly run: (connection: DbConnection, inputs: readonly Input[]) => Promise<readonly Output[]>;
}

interface Task<Input, Output> extends LaneTask {
  readonly input: Input;
  answer(output: Output): void;
}

/** Inputs are joined with each other one by one. */
const maxBatch = 128;
const capacity = 4096;

export function createStatementLane<Input, Output>(
  { db, log }: Pick<StudioHost, "db" | "log">,
  { name, keyOf, run }: Statement<Input, Output>,
): StatementLane<Input, Output> {
  const lane = createLane<Task<Input, Output>>({
    keyOf: ({ input }) => keyOf(input),
    maxBatch,
    capacity,
    connect: () => openConnection(db),
    async run(connection, tasks) {
      const outputs = await run(
        connection,
        tasks.map(({ input }) => input),
      );
      tasks.forEach((task, index) => {
        task.answer(outputs[index] as Output);
      });
      return [];
    },
    onDepth: () => undefined,
    onFault: error => log.warn({ err: error, statement: name }, "a batch failed; it is sent again"),
  });
  return {
    run: input =>
      new Promise((resolve, reject) => {
        const task: Task<Input, Output> = {
          kind: name,
          input,
          faults: 0,
          retries: 0,
          answered: false,
          answer(output) {
            task.answered = true;
            resolve(output);
          },
          reject(error) {
            task.answered = true;
            reject(error);
          },
        };
        if (!lane.push(task)) reject(new Failure(unavailable, { retryAfter: 1 }));
      }),
    stop: lane.stop,
  };
}

/**
 * Plans are generic and for big tables, as in the lanes of a casino's wallet, and each input finds its rows by an index: a plan that was made while the
 * tables were empty would read them whole for every statement until they are analyzed.
 */
async function openConnection(db: StudioHost["db"]): Promise<DbConnection> {
  const connection = await db.connect();
  await connection.query(`SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off;
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_bitmapscan = off; SET random_page_cost = 1`);
  return connection;
}
