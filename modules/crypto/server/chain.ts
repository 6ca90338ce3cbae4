import type { Hash } from "viem";
import type { CoinName, Units } from "../shared/coins.ts";
import type { ChainAddress } from "./addresses.ts";
import type { ChainSettings } from "./settings.ts";

export interface Block {
  readonly number: bigint;
  readonly hash: string;
  readonly parent: string;
}

/** A coin transfer. Addresses in lower case. */
export interface Transfer {
  readonly txHash: string;
  /** The index of the log within its transaction; -1 for the chain's own coin. */
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

/** Client of a chain node. Every method throws when the node does not answer. */
export interface Chain {
  id(): Promise<number>;
  head(): Promise<bigint>;
  /** Undefined when the chain is shorter. */
  block(number: bigint): Promise<Block | undefined>;
  /** The transfers in exactly this block to addresses for which `ours` is true. Of ether only the value of transactions: internal transfers of contracts are not detected. */
  transfers(
    block: Block,
    ours: (addresses: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<readonly Transfer[]>;
  receipt(txHash: string): Promise<Receipt | undefined>;
  /** Submits a signed transaction; one that is already in the pool or mined is no error. */
  broadcast(raw: string): Promise<void>;
  /** The current fees for a transaction. */
  fee(): Promise<Fee>;
  /** Gas that a payout needs. */
  gas(order: { coin: CoinName; from: string; to: string; units: Units }): Promise<bigint>;
  /** The number of mined transactions of an address. */
  nonce(address: string): Promise<bigint>;
  balance(coin: CoinName, address: string, block: bigint): Promise<Units>;
}

const gwei = 10n ** 9n;
const priority = gwei + gwei / 2n;
const known = /already known|already imported|known transaction|nonce too low|already exists/i;

export function createChain({ rpcUrl, usdt }: Pick<ChainSettings, "rpcUrl" | "usdt">): Chain {
  /** The library is a third of the server's code by loading time: loaded with the first call, not at start. */
  async function open() {
    const { createPublicClient, erc20Abi, http, parseAbiItem } = await import("viem");
    const client = createPublicClient({ cacheTime: 0, transport: http(rpcUrl, { timeout: 8_000, retryCount: 1 }) });
    const transferEvent = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");
    return { client, erc20Abi, transferEvent };
  }
  let opened: ReturnType<typeof open> | undefined;
  const library = () => {
    opened ??= open();
    return opened;
  };
  const at = (address: string) => address as ChainAddress;

  /** Log indexes count from the transaction's first log. */
  async function placed(txHash: Hash, logIndex: number): Promise<number> {
    const { client } = await library();
    const { logs } = await client.getTransactionReceipt({ hash: txHash });
    return logs.findIndex(log => log.logIndex === logIndex);
  }

  return {
    id: async () => (await library()).client.getChainId(),
    head: async () => (await library()).client.getBlockNumber(),
    async block(number) {
      const { client } = await library();
      const found = await client.getBlock({ blockNumber: number }).catch(missing);
      return found && { number, hash: found.hash, parent: found.parentHash };
    },
    async transfers({ hash }, ours) {
      const { client, transferEvent } = await library();
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
      const { client } = await library();
      const found = await client.getTransactionReceipt({ hash: at(txHash) }).catch(missing);
      if (!found) return undefined;
      const { blockNumber, blockHash, status, gasUsed, effectiveGasPrice } = found;
      return { blockNumber, blockHash, succeeded: status === "success", feeWei: gasUsed * effectiveGasPrice };
    },
    async broadcast(raw) {
      const { client } = await library();
      await client.sendRawTransaction({ serializedTransaction: at(raw) }).catch((error: Error) => {
        if (!known.test(error.message)) throw error;
      });
    },
    async fee() {
      const { client } = await library();
      const { baseFeePerGas } = await client.getBlock();
      return { maxFee: (baseFeePerGas ?? gwei) * 2n + priority, maxPriority: priority };
    },
    async gas({ coin, from, to, units }) {
      const { client, erc20Abi } = await library();
      const estimate =
        coin === "eth"
          ? await client.estimateGas({ account: at(from), to: at(to), value: units })
          : await client.estimateContractGas({
              account: at(from),
              address: at(usdt),
              abi: erc20Abi,
              functionName: "transfer",
              args: [at(to), units],
            });
      return (estimate * 5n) / 4n;
    },
    nonce: async address => BigInt(await (await library()).client.getTransactionCount({ address: at(address) })),
    async balance(coin, address, blockNumber) {
      const { client, erc20Abi } = await library();
      return coin === "eth"
        ? client.getBalance({ address: at(address), blockNumber })
        : client.readContract({
            address: at(usdt),
            abi: erc20Abi,
            blockNumber,
            functionName: "balanceOf",
            args: [at(address)],
          });
    },
  };
}

/** Undefined for a missing item; other errors are thrown. */
function missing(error: Error): undefined {
  if (/NotFound/.test(error.name)) return undefined;
  throw error;
}
