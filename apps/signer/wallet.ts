import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { HDKey } from "@scure/bip32";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { bytesToHex } from "viem/utils";

/**
 * The keys, all below one seed (BIP-44). Players' addresses are below account 0, of which the server has the public key; payouts
 * use another account: the key of the hot wallet and the server's public key together reveal no more than the hot wallet.
 */
export interface Wallet {
  /** Extended public key of m/44'/60'/0', for the server. */
  readonly xpub: string;
  /** m/44'/60'/1'/0/0. */
  readonly hot: PrivateKeyAccount;
  /** m/44'/60'/0'/0/number: an address of a player. */
  player(number: number): PrivateKeyAccount;
}

/** Reads the seed of `folder`, or creates one if nothing has been signed yet. Throws an error for the operator. */
export function openWallet(folder: string): Wallet {
  const file = join(folder, "wallet.json");
  if (!existsSync(file)) {
    if (existsSync(join(folder, "journal.jsonl")))
      throw new Error(`${file} is missing, and there is a journal of what it has signed: restore it.`);
    makeWallet(folder, file);
  }
  const { seed } = JSON.parse(readFileSync(file, "utf8")) as { seed?: string };
  if (typeof seed !== "string" || !/^[0-9a-f]{128}$/.test(seed)) throw new Error(`${file} is damaged: restore it.`);
  const master = HDKey.fromMasterSeed(Buffer.from(seed, "hex"));
  const accountAt = (path: string) => {
    const key = master.derive(path).privateKey;
    if (!key) throw new Error(`${file} gives no key.`);
    return privateKeyToAccount(bytesToHex(key));
  };
  return {
    xpub: master.derive("m/44'/60'/0'").publicExtendedKey,
    hot: accountAt("m/44'/60'/1'/0/0"),
    player: number => accountAt(`m/44'/60'/0'/0/${number}`),
  };
}

/** On disk before its address is published. */
function makeWallet(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const handle = openSync(`${file}.new`, "w", 0o600);
  writeSync(handle, `${JSON.stringify({ seed: randomBytes(64).toString("hex") })}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
}
