import type { Config } from "#kit/host/config.ts";

/** The chain's configuration. */
export interface ChainSettings {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Lower case. */
  readonly usdt: string;
  /** Public key that players' addresses are derived from. */
  readonly xpub: string;
  readonly confirmations: number;
  /** The hot wallet, lower case; undefined without a signer. */
  readonly hotWallet: string | undefined;
  readonly signer: { readonly url: string; readonly secret: string } | undefined;
  /** First block to read on a fresh database; the newest block when not given. */
  readonly startBlock: bigint | undefined;
  readonly pollMs: number;
}

/** Undefined when no chain is configured; throws an Error naming what is missing when it is incomplete. */
export function readChainSettings(config: Config): ChainSettings | undefined {
  const { CHAIN_RPC_URL: rpcUrl, CHAIN_ID: chainId, CHAIN_USDT: usdt, CHAIN_XPUB: xpub } = config;
  if (rpcUrl === undefined) return undefined;
  if (chainId === undefined || usdt === undefined || xpub === undefined)
    throw new Error(
      "The configuration is invalid.\n  CHAIN_RPC_URL needs CHAIN_ID, CHAIN_USDT and CHAIN_XPUB beside it",
    );
  const { SIGNER_URL: url, SIGNER_SECRET: secret, CHAIN_HOT_WALLET: hotWallet } = config;
  if ((url === undefined) !== (secret === undefined) || (url === undefined) !== (hotWallet === undefined))
    throw new Error("The configuration is invalid.\n  SIGNER_URL, SIGNER_SECRET and CHAIN_HOT_WALLET belong together");
  return {
    rpcUrl,
    chainId,
    usdt: usdt.toLowerCase(),
    xpub,
    confirmations: config.CHAIN_CONFIRMATIONS,
    hotWallet: hotWallet?.toLowerCase(),
    signer: url !== undefined && secret !== undefined ? { url, secret } : undefined,
    startBlock: config.CHAIN_START_BLOCK === undefined ? undefined : BigInt(config.CHAIN_START_BLOCK),
    pollMs: config.CHAIN_POLL_MS,
  };
}
