import { createDb } from "#kit/db/create-db.ts";
import { StartFailure } from "#kit/db/embedded/sentence.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { trialBalance } from "#modules/ledger/server/index.ts";
import { auditPayments } from "#modules/payments/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { runningDatabase } from "./start/running-database.ts";

/**
 * `npm run audit`: prints the trial balance and every difference of the house that runs on DATA_DIR, or of DATABASE_URL.
 * Ends with 1 when there is a difference. It only reads.
 */
const url = await runningDatabase(process.env).catch((error: Error) => {
  console.error(error instanceof StartFailure ? error.message : error.stack);
  process.exit(1);
});
const db = createDb(url, { pool: 1, statementTimeoutMs: 0 });
try {
  const { balances, differences } = await db.tx(
    async tx => ({
      balances: await trialBalance(tx),
      differences: [...(await auditBooks(tx)), ...(await auditPayments(tx))],
    }),
    { isolation: "repeatable read", readOnly: true },
  );
  console.table(
    balances.map(({ currency, name, balance }) => ({ currency, account: name, balance: formatAmount(balance) })),
  );
  for (const { rule, row } of differences) console.log(rule, row);
  console.log(differences.length === 1 ? "1 difference" : `${differences.length} differences`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await db.end();
}
