import { createHmac } from "node:crypto";
import { join } from "node:path";
import { openWallet } from "#apps/signer/wallet.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { type Child, startChild } from "./child.ts";
import type { Secrets } from "./data-folder.ts";
import { type Environment, type LaunchSettings, root } from "./settings.ts";

export interface Coins {
  /** The server's settings for the chain and the signer. */
  readonly environment: Environment;
  /** Starts the process that signs payouts. */
  startSigner(): Child;
}

/** In the demo: a block every second, and a manual reorganization is six deep. */
const confirmations = 8;

/**
 * Opens the signer's folder, and funds its wallet on a fresh chain. Undefined where the sandbox has no chain, and when the
 * settings name another chain: its operator runs their own signer.
 */
export async function openCoins(
  given: Environment,
  settings: LaunchSettings,
  { paymentsSecret }: Secrets,
  log: { log?: string },
): Promise<Coins | undefined> {
  const sandbox = `http://127.0.0.1:${settings.sandboxPort}`;
  const answer = given.CHAIN_RPC_URL ? undefined : await fetch(`${sandbox}/chain/info`);
  if (!answer?.ok) return undefined;
  const { chain_id, usdt } = (await answer.json()) as { chain_id: number; usdt: string };
  const folder = join(settings.dataFolder, "signer");
  const wallet = walletOf(folder);
  const secret = createHmac("sha256", paymentsSecret).update("signer").digest("hex");
  const port = await freePort();
  const chain = { CHAIN_ID: `${chain_id}`, CHAIN_USDT: usdt };
  const environment = { ...given, ...chain, SIGNER_FOLDER: folder, SIGNER_SECRET: secret, SIGNER_PORT: `${port}` };
  await fetch(`${sandbox}/chain/fund`, { method: "POST", body: JSON.stringify({ address: wallet.hot.address }) });
  return {
    environment: {
      ...chain,
      CHAIN_RPC_URL: `${sandbox}/chain/rpc`,
      CHAIN_XPUB: wallet.xpub,
      CHAIN_HOT_WALLET: wallet.hot.address,
      CHAIN_CONFIRMATIONS: `${confirmations}`,
      CHAIN_START_BLOCK: "0",
      CHAIN_POLL_MS: "1000",
      SIGNER_URL: `http://127.0.0.1:${port}`,
      SIGNER_SECRET: secret,
    },
    startSigner: () => startChild({ name: "signer", script: join(root, "apps/signer/main.ts"), environment, ...log }),
  };
}

function walletOf(folder: string) {
  try {
    return openWallet(folder);
  } catch (error) {
    throw new StartFailure((error as Error).message);
  }
}
