import type { Host } from "#kit/host/host.ts";
import { toHex } from "#kit/std/bytes.ts";
import { publicKeyOf, readCheckpoints, signCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { lastEntry } from "./store.ts";
import { type ChainFault, chainBeginning, verifyChain, verifyCheckpoints, verifyPosition } from "./verify-chain.ts";

/** One process's state of the chain: verified up to here, signed up to here. */
export interface ChainWatch {
  start(): Promise<void>;
  check(): Promise<readonly ChainFault[]>;
  found(): { entries: number; unbroken: boolean; checked_at: string } | null;
  /** Signs the end of the chain, unless it has not changed since the last time. */
  keepCheckpoint(): Promise<void>;
}

/** Entries that were verified before and are checked again each minute, in turn. */
const recheckedAtOnce = 5_000;

export function createWatch(host: Host): ChainWatch {
  const { AUDIT_CHECKPOINT_FILE: file, AUDIT_SIGNING_KEY: signingKey } = host.config;
  let position = chainBeginning;
  let turn = chainBeginning;
  let faults: readonly ChainFault[] = [];
  let checkedAt: Date | undefined;
  let signed = 0n;

  async function check(): Promise<readonly ChainFault[]> {
    // A broken chain stays marked as broken until the process is restarted after an investigation.
    if (faults.length === 0) {
      const { end, faults: found } = await verifyChain(host.db, position);
      position = end;
      faults = found.length > 0 ? found : await recheck();
    }
    checkedAt = new Date(host.clock.now());
    return faults;
  }

  /** Checks some entries that were verified before, in turn: one that is changed later is found when its turn comes. */
  async function recheck(): Promise<readonly ChainFault[]> {
    const { end, faults: found } = await verifyChain(host.db, turn, recheckedAtOnce);
    turn = end.number >= position.number ? chainBeginning : end;
    return found.length > 0 ? found : verifyPosition(host.db, position);
  }

  return {
    check,
    found: () =>
      checkedAt
        ? { entries: Number(position.number), unbroken: faults.length === 0, checked_at: checkedAt.toISOString() }
        : null,
    async start() {
      const checkpoints = file === undefined ? [] : await readCheckpoints(file);
      signed = BigInt(checkpoints.at(-1)?.number ?? 0);
      const newest = checkpoints.slice(-1);
      faults = await verifyCheckpoints(host.db, newest, publicKeyOf(signingKey));
      for (const { rule, row } of faults) host.log.error({ ...row }, rule);
    },
    async keepCheckpoint() {
      // A broken chain is not signed.
      if (file === undefined || faults.length > 0) return;
      const last = await lastEntry(host.db);
      if (!last || last.number <= signed) return;
      const at = new Date(host.clock.now()).toISOString();
      await writeCheckpoint(
        file,
        signCheckpoint(signingKey, { number: Number(last.number), hash: toHex(last.hash), at }),
      );
      signed = last.number;
    },
  };
}
