import { type CoinName, coinNames, coins, showUnits, type Units } from "../shared/coins.ts";
import { type ReadNeeds, raiseAlarm } from "./read-chain.ts";
import { cursorOf } from "./store.ts";

/**
 * Expected coin balance at the block of the cursor by the books: everything received, less outgoing orders and fees.
 * A sweep leaves one address and arrives at another, so only its cost counts.
 */
const inBooksSql = `
  SELECT (SELECT coalesce(sum(units), 0) FROM crypto.transfers WHERE coin = $1 AND block_number IS NOT NULL)
    - (SELECT coalesce(sum(units) FILTER (WHERE coin = $1 AND state NOT IN ('failed', 'given_up')), 0) FROM crypto.orders WHERE block_number <= $2)
    - (SELECT coalesce(sum(fee_wei), 0) FROM crypto.orders WHERE $1 = 'eth' AND block_number <= $2) AS units`;

/**
 * Compares the balances of all our addresses with the books of the coins, at the last block read, and stores both.
 * Internal ether transfers of contracts show up only here. Skipped during a reorganization, and while a signed
 * payout may be in a block that is not recorded yet.
 */
export async function reconcile(needs: ReadNeeds): Promise<void> {
  const { host, settings } = needs;
  const cursor = await cursorOf(host.db);
  if (!cursor || cursor.halted !== null) return;
  const { rows } = await host.db.query<{ address: string }>("SELECT address FROM crypto.addresses");
  const addresses = [...rows.map(row => row.address), ...(settings.hotWallet ? [settings.hotWallet] : [])];
  for (const coin of coinNames) {
    const onChain = await sumOf(needs, coin, addresses, cursor.number);
    await host.db.tx(async tx => {
      if ((await cursorOf(tx, "share"))?.hash !== cursor.hash) return;
      const inBooks = BigInt(
        (await tx.query<{ units: string }>(inBooksSql, [coin, cursor.number])).rows[0]?.units ?? "0",
      );
      const known = await tx.query<{ count: bigint }>("SELECT count(*) AS count FROM crypto.addresses");
      // An address created meanwhile was not queried.
      if (known.rows[0]?.count !== BigInt(rows.length)) return;
      const sent = await tx.query("SELECT FROM crypto.orders WHERE state = 'signed' AND block_number IS NULL LIMIT 1");
      if (sent.rowCount > 0) return;
      await tx.query(
        `INSERT INTO crypto.reconciliations (id, at, block_number, coin, in_books, on_chain) VALUES ($1, $2, $3, $4, $5, $6)`,
        [host.ids.next(), new Date(host.clock.now()), cursor.number, coin, `${inBooks}`, `${onChain}`],
      );
      if (inBooks === onChain) return;
      const [books, there] = [showUnits(coins[coin], inBooks), showUnits(coins[coin], onChain)];
      await raiseAlarm(host, tx, "the chain and the books of a coin differ", {
        coin,
        books,
        chain: there,
        block: `${cursor.number}`,
      });
    });
  }
}

async function sumOf(
  { chain }: ReadNeeds,
  coin: CoinName,
  addresses: readonly string[],
  block: bigint,
): Promise<Units> {
  let sum = 0n;
  for (const address of addresses) sum += await chain.balance(coin, address, block);
  return sum;
}
