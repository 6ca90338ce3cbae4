import { createPublicClient, erc20Abi, type Hash, http, parseAbiItem } from "viem";
import type { CoinName, Units } from "../shared/coins.ts";
import type { ChainAddress } from "./addresses.ts";
import type { ChainSettings } from "./settings.ts";

export interface Block {
  readonly number: bigint;
  readonly hash: string;
  readonly parent: string;
}

/** A coin that moved to somebody. Addresses in lower case. */
export interface Transfer {
  readonly txHash: string;
  /** The log's place within its transaction; -1 for the coin of the chain itself. */
  readonly ordinal: number;
  readonly coin: CoinName;
  readonly sender: string;
  readonly recipient: string;
  readonly units: Units;
}

export interface Receipt {
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly succeeded: boolean;
  readonly feeWei: bigint;
}

/** What a transaction may cost, in wei. */
export interface Fee {
  readonly maxFee: bigint;
  readonly maxPriority: bigint;
}

/** A node of the chain, as the house asks it. Every method throws when it does not answer. */
export interface Chain {
  id(): Promise<number>;
  head(): Promise<bigint>;
  /** Undefined when the chain is not that long. */
  block(number: bigint): Promise<Block | undefined>;
  /** The transfers in exactly this block to addresses that `ours` knows. Of ether only what a transaction itself carries: what contracts pass on inside is not seen. */
  transfers(
    block: Block,
    ours: (addresses: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<readonly Transfer[]>;
  receipt(txHash: string): Promise<Receipt | undefined>;
  /** Hands a signed transaction in; one that is known or already mined is no error. */
  broadcast(raw: string): Promise<void>;
  /** What a transaction should offer now. */
  fee(): Promise<Fee>;
  /** Gas that a payout needs. */
  gas(order: { coin: CoinName; from: string; to: string; units: Units }): Promise<bigint>;
  /** Transactions that an address has had mined. */
  nonce(address: string): Promise<bigint>;
  balance(coin: CoinName, address: string, block: bigint): Promise<Units>;
}

const transferEvent = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");
const gwei = 10n ** 9n;
const priority = gwei + gwei / 2n;
const known = /already known|already imported|known transaction|nonce too low|already exists/i;

export function createChain({ rpcUrl, usdt }: Pick<ChainSettings, "rpcUrl" | "usdt">): Chain {
  const client = createPublicClient({ cacheTime: 0, transport: http(rpcUrl, { timeout: 8_000, retryCount: 1 }) });
  const at = (address: string) => address as ChainAddress;

  /** Places of logs within a transaction count from its first one. */
  async function placed(txHash: Hash, logIndex: number): Promise<number> {
    const { logs } = await client.getTransactionReceipt({ hash: txHash });
    return logs.findIndex(log => log.logIndex === logIndex);
  }

  return {
    id: () => client.getChainId(),
    head: () => client.getBlockNumber(),
    async block(number) {
      const found = await client.getBlock({ blockNumber: number }).catch(missing);
      return found && { number, hash: found.hash, parent: found.parentHash };
    },
    async transfers({ hash }, ours) {
      const block = await client.getBlock({ blockHash: at(hash), includeTransactions: true });
      const logs = await client.getLogs({ address: at(usdt), event: transferEvent, blockHash: at(hash), strict: true });
      const carried = block.transactions.filter(each => each.to !== null && each.value > 0n);
      const named = [...carried.map(each => `${each.to}`), ...logs.map(log => log.args.to)];
      const known = await ours([...new Set(named.map(address => address.toLowerCase()))]);
      const found: Transfer[] = [];
      for (const each of carried) {
        const recipient = `${each.to}`.toLowerCase();
        if (!known.has(recipient)) continue;
        const { status } = await client.getTransactionReceipt({ hash: each.hash });
        const sender = each.from.toLowerCase();
        if (status === "success")
          found.push({ txHash: each.hash, ordinal: -1, coin: "eth", sender, recipient, units: each.value });
      }
      for (const { args, transactionHash, logIndex } of logs) {
        const recipient = args.to.toLowerCase();
        if (!known.has(recipient) || args.value === 0n) continue;
        const ordinal = await placed(transactionHash, logIndex);
        const sender = args.from.toLowerCase();
        found.push({ txHash: transactionHash, ordinal, coin: "usdt", sender, recipient, units: args.value });
      }
      return found;
    },
    async receipt(txHash) {
      const found = await client.getTransactionReceipt({ hash: at(txHash) }).catch(missing);
      if (!found) return undefined;
      const { blockNumber, blockHash, status, gasUsed, effectiveGasPrice } = found;
      return { blockNumber, blockHash, succeeded: status === "success", feeWei: gasUsed * effectiveGasPrice };
    },
    async broadcast(raw) {
      await client.sendRawTransaction({ serializedTransaction: at(raw) }).catch((error: Error) => {
        if (!known.test(error.message)) throw error;
      });
    },
    async fee() {
      const { baseFeePerGas } = await client.getBlock();
      return { maxFee: (baseFeePerGas ?? gwei) * 2n + priority, maxPriority: priority };
    },
    async gas({ coin, from, to, units }) {
      const estimate =
        coin === "eth"
          ? await client.estimateGas({ account: at(from), to: at(to), value: units })
          : await client.estimateContractGas({
              ...{ account: at(from), address: at(usdt), abi: erc20Abi },
              ...{ functionName: "transfer", args: [at(to), units] },
            });
      return (estimate * 5n) / 4n;
    },
    nonce: async address => BigInt(await client.getTransactionCount({ address: at(address) })),
    balance: (coin, address, blockNumber) =>
      coin === "eth"
        ? client.getBalance({ address: at(address), blockNumber })
        : client.readContract({
            ...{ address: at(usdt), abi: erc20Abi, blockNumber },
            ...{ functionName: "balanceOf", args: [at(address)] },
          }),
  };
}

/** What is not there is an answer; every other error is one. */
function missing(error: Error): undefined {
  if (/NotFound/.test(error.name)) return undefined;
  throw error;
}
