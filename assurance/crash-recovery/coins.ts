import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Coin, openChain } from "#apps/sandbox/chain/chain.ts";
import { createSigner } from "#apps/signer/app.ts";
import { openWallet } from "#apps/signer/wallet.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { systemClock } from "#kit/host/system.ts";
import { required } from "#kit/std/invariant.ts";
import { fastClock } from "./recovery-app.ts";

/** A chain and a signer that keep running through every kill. */
export interface Coins {
  /** Sent from one external wallet, one transaction after the other. */
  send(coin: Coin, to: string, amount: string): Promise<void>;
  /** The server's settings for them. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A block is mined every 200 ms of real time while transactions are pending. */
const miningSpeed = 5;

export async function openCoins(folder: string): Promise<Coins> {
  const pace = {
    ...systemClock,
    after: (ms: number, task: () => void) => systemClock.after(ms / miningSpeed, task),
  };
  const opened = await openChain({ stateFile: join(folder, "chain.json"), clock: pace, mining: true });
  const chain = required(opened, "npm has a chain for the platforms that benches run on");
  const wallet = openWallet(join(folder, "signer"));
  await chain.fund(wallet.hot.address);
  const secret = `a secret of the signer ${randomUUID()}`;
  const signer = createSigner({
    clock: fastClock(),
    folder: join(folder, "signer"),
    wallet,
    secret,
    chainId: chain.id,
    usdt: chain.usdt,
    daily: { usdt: 10n ** 15n, eth: 10n ** 24n },
    maxFee: 300n * 10n ** 9n,
  });
  const port = await freePort();
  await signer.listen({ port, host: "127.0.0.1" });
  let sent: Promise<unknown> = Promise.resolve();
  return {
    async send(coin, to, amount) {
      sent = sent.catch(() => undefined).then(() => chain.send(coin, to, amount));
      await sent;
    },
    settings: {
      CHAIN_RPC_URL: chain.rpc,
      CHAIN_ID: `${chain.id}`,
      CHAIN_USDT: chain.usdt,
      CHAIN_XPUB: wallet.xpub,
      CHAIN_CONFIRMATIONS: "3",
      CHAIN_START_BLOCK: "0",
      CHAIN_POLL_MS: "4000",
      CHAIN_HOT_WALLET: wallet.hot.address,
      SIGNER_URL: `http://127.0.0.1:${port}`,
      SIGNER_SECRET: secret,
    },
    async close() {
      await signer.close();
      await chain.stop();
    },
  };
}
