import { formatAmount } from "#kit/money/amount.ts";
import type { Rate } from "#modules/rates/shared/rate.ts";
import { type CoinName, coins, showUnits } from "../shared/coins.ts";
import type { CoinDeposit, IncomingTransfer } from "../shared/contract.ts";
import { showAddress } from "./addresses.ts";
import type { ChainSettings } from "./settings.ts";
import type { AddressRow, TransferRow } from "./store.ts";

export interface DepositFacts {
  readonly row: AddressRow;
  readonly settings: ChainSettings;
  readonly rate: Rate;
  readonly head: bigint;
  readonly transfers: readonly TransferRow[];
}

export function depositView({ row, settings, rate, head, transfers }: DepositFacts): CoinDeposit {
  const coin = coins[row.coin];
  const address = showAddress(row.address);
  return {
    coin: row.coin,
    code: coin.code,
    address,
    uri: uriOf(row.coin, address, settings),
    chain_id: settings.chainId,
    least: showUnits(coin, coin.leastIn),
    currency: row.currency,
    rate: rate.text,
    confirmations: settings.confirmations,
    incoming: transfers.filter(each => each.state !== "funding").map(each => transferView(each, head, settings)),
  };
}

function transferView(row: TransferRow, head: bigint, { confirmations }: ChainSettings): IncomingTransfer {
  const depth = row.blockNumber === null ? 0 : Number(head - row.blockNumber) + 1;
  const credited = row.state === "credited" && row.amount !== null ? row.amount - row.held : null;
  const back = row.state === "to_be_returned" ? row.amount : row.held > 0n ? row.held : null;
  return {
    id: row.id,
    tx_hash: row.txHash,
    coin: row.coin,
    code: coins[row.coin].code,
    amount: showUnits(coins[row.coin], BigInt(row.units)),
    confirmations: Math.max(0, Math.min(confirmations, depth)),
    state: row.state === "funding" ? "quarantined" : row.state,
    reason: row.reason,
    invoice: row.invoiceId,
    credited: credited === null ? null : formatAmount(credited),
    to_be_returned: back === null ? null : formatAmount(back),
    currency: row.currency,
    seen_at: row.seenAt.toISOString(),
  };
}

/** EIP-681: a wallet that scans the code gets chain, coin and address. */
function uriOf(coin: CoinName, address: string, { chainId, usdt }: ChainSettings): string {
  return coin === "eth"
    ? `ethereum:${address}@${chainId}`
    : `ethereum:${showAddress(usdt)}@${chainId}/transfer?address=${address}`;
}
