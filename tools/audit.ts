import { createDb } from "#kit/db/create-db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { trialBalance } from "#modules/ledger/server/index.ts";
import { auditPayments } from "#modules/payments/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";

/** `DATABASE_URL=... npm run audit`: prints the trial balance and every difference; ends with 1 when there is one. */
const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL names no database to audit.");
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
  console.log(differences.length === 0 ? "The books are right." : `${differences.length} differences.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await db.end();
}
