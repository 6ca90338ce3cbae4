import { readFileSync } from "node:fs";
import {
  type Abi,
  type Address,
  createTestClient,
  encodeDeployData,
  erc20Abi,
  formatUnits,
  getAddress,
  getContractAddress,
  type Hash,
  type Hex,
  http,
  parseUnits,
  publicActions,
  walletActions,
} from "viem";
import type { Clock } from "#kit/host/host.ts";
import { type Anvil, anvilBinary, chainId, startAnvil } from "./anvil.ts";
import type { Artefact } from "./compile.ts";

export type Coin = "ETH" | "USDT";
const decimals: Readonly<Record<Coin, number>> = { ETH: 18, USDT: 6 };

/** An EVM chain for one machine, and the actions of a person with an external wallet. */
export interface Chain {
  readonly id: number;
  /** The chain's JSON-RPC address; all methods are allowed. */
  readonly rpc: string;
  readonly usdt: Address;
  /** The external wallet. */
  readonly outside: Address;
  /** From the external wallet; mined with the next block. Throws an Error with the reason. */
  send(coin: Coin, to: string, amount: string): Promise<Hash>;
  /** Gives an address without ether 50 ETH and 200,000 USDT; false if it already has some. */
  fund(address: string): Promise<boolean>;
  mine(blocks: number): Promise<void>;
  /** Replaces the last blocks by as many empty ones: their transactions are undone. */
  reorganise(depth: number): Promise<void>;
  height(): Promise<number>;
  balances(address: string): Promise<Readonly<Record<Coin, string>>>;
  /** The latest transfers, newest first. */
  latest(): Promise<readonly ChainTransfer[]>;
  /** While off, blocks are mined only by `mine`. */
  setAutoMining(on: boolean): void;
  readonly isMining: boolean;
  stop(): Promise<void>;
}

export interface ChainTransfer {
  readonly block: number;
  readonly hash: Hash;
  readonly coin: Coin;
  readonly from: Address;
  readonly to: Address | null;
  readonly amount: string;
}

/** The block interval while transactions are pending or recent; then the chain pauses, and its state stays small. */
const blockEveryMs = 1_000;
const blocksAfterwards = 16;
const supply = 1_000_000_000n * 10n ** 6n;

/** Undefined if npm has no chain for this platform. */
export async function openChain(options: {
  readonly stateFile: string;
  readonly clock: Clock;
  readonly mining: boolean;
}): Promise<Chain | undefined> {
  const binary = anvilBinary();
  return binary === undefined ? undefined : onAnvil(await startAnvil(binary, options.stateFile), options);
}

type Client = ReturnType<typeof clientOf>;

function clientOf(url: string) {
  return createTestClient({ mode: "anvil", transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

async function onAnvil(anvil: Anvil, { clock, mining }: { clock: Clock; mining: boolean }): Promise<Chain> {
  const client = clientOf(anvil.url);
  const [treasury, outside] = await client.getAddresses();
  if (!treasury || !outside) throw new Error("the chain has no accounts");
  const usdt = await deployTestUsdt(client, treasury);
  const transfer = (from: Address, coin: Coin, to: Address, units: bigint): Promise<Hash> =>
    coin === "ETH"
      ? client.sendTransaction({ chain: null, account: from, to, value: units })
      : client.writeContract({
          chain: null,
          account: from,
          address: usdt,
          abi: erc20Abi,
          functionName: "transfer",
          args: [to, units],
        });
  const unitsOf = (address: Address, coin: Coin): Promise<bigint> =>
    coin === "ETH"
      ? client.getBalance({ address })
      : client.readContract({ address: usdt, abi: erc20Abi, functionName: "balanceOf", args: [address] });
  if ((await unitsOf(outside, "USDT")) === 0n) {
    await transfer(treasury, "USDT", outside, parseUnits("1000000", 6));
    await client.mine({ blocks: 1 });
  }
  const miner = startMiner(client, clock, mining);
  return {
    id: chainId,
    rpc: anvil.url,
    usdt,
    outside,
    send: async (coin, to, amount) => {
      if (!/^\d{1,9}(\.\d{1,18})?$/.test(amount)) throw new Error("an amount such as 12.5");
      return transfer(outside, coin, getAddress(to), parseUnits(amount, decimals[coin]));
    },
    async fund(address) {
      const to = getAddress(address);
      if ((await client.getBalance({ address: to })) > 0n) return false;
      await transfer(treasury, "ETH", to, parseUnits("50", 18));
      await transfer(treasury, "USDT", to, parseUnits("200000", 6));
      await client.mine({ blocks: 1 });
      return true;
    },
    mine: blocks => client.mine({ blocks }),
    reorganise: depth => client.request({ method: "anvil_reorg" as never, params: [depth, []] as never }),
    height: async () => Number(await client.getBlockNumber()),
    balances: async address => {
      const owner = getAddress(address);
      const [eth, usdtUnits] = await Promise.all([unitsOf(owner, "ETH"), unitsOf(owner, "USDT")]);
      return { ETH: formatUnits(eth, 18), USDT: formatUnits(usdtUnits, 6) };
    },
    latest: () => latest(client, usdt),
    setAutoMining: miner.set,
    get isMining() {
      return miner.isOn();
    },
    async stop() {
      miner.stop();
      await anvil.stop();
    },
  };
}

/** Deploys the test USDT unless it exists: its address follows from being the first transaction of the first account. */
async function deployTestUsdt(client: Client, treasury: Address): Promise<Address> {
  const address = getContractAddress({ from: treasury, nonce: 0n });
  if (await client.getCode({ address })) return address;
  const { abi, bytecode } = JSON.parse(readFileSync(new URL("./test-usdt.json", import.meta.url), "utf8")) as Artefact;
  const data = encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args: [supply] });
  await client.sendTransaction({ chain: null, account: treasury, data });
  await client.mine({ blocks: 1 });
  return address;
}

function startMiner(client: Client, clock: Clock, begin: boolean) {
  let on = begin;
  let blocksLeft = 0;
  let cancel = () => {};
  async function tick(): Promise<void> {
    const { pending } = await client.getTxpoolStatus();
    if (pending > 0) blocksLeft = blocksAfterwards;
    if (!on || blocksLeft === 0) return;
    blocksLeft -= 1;
    await client.mine({ blocks: 1 });
  }
  const next = () => {
    // A chain that does not respond is polled again; if it has ended, this program is about to end too.
    cancel = clock.after(
      blockEveryMs,
      () =>
        void tick()
          .catch(() => undefined)
          .then(next),
    );
  };
  next();
  return {
    set: (value: boolean) => {
      on = value;
    },
    isOn: () => on,
    stop: () => {
      cancel();
      cancel = () => {};
      on = false;
    },
  };
}

const shownBlocks = 40;

async function latest(client: Client, usdt: Address): Promise<readonly ChainTransfer[]> {
  const head = await client.getBlockNumber();
  const from = head > BigInt(shownBlocks) ? head - BigInt(shownBlocks) : 0n;
  const transfers: ChainTransfer[] = [];
  for (let number = head; number >= from && transfers.length < 20; number--) {
    const block = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const each of block.transactions) {
      const token = each.to?.toLowerCase() === usdt.toLowerCase() ? tokenTransfer(each.input) : undefined;
      const amount = token ? formatUnits(token.units, 6) : formatUnits(each.value, 18);
      const to = token?.to ?? each.to;
      transfers.push({
        block: Number(number),
        hash: each.hash,
        coin: token ? "USDT" : "ETH",
        from: each.from,
        to,
        amount,
      });
    }
  }
  return transfers;
}

/** The call data of `transfer(address,uint256)` in a transaction. */
function tokenTransfer(input: Hex): { readonly to: Address; readonly units: bigint } | undefined {
  if (!/^0xa9059cbb[0-9a-f]{128}$/.test(input)) return undefined;
  return { to: getAddress(`0x${input.slice(34, 74)}`), units: BigInt(`0x${input.slice(74)}`) };
}
