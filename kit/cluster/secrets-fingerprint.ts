import { createHmac } from "node:crypto";
import type { SealKeys } from "#kit/host/secret-seal.ts";

/** The fingerprint of a node without an internal listener. */
const none = "none";

/**
 * Distinguishes sets of secrets without revealing any: the key of the data, then those that sign between nodes, the current one first. Each is a part of
 * its own, so that a difference can be named.
 */
export function secretsFingerprint(
  { SECRET_KEY, SEAL_KEY, SEAL_KEY_OLD }: SealKeys,
  clusterSecrets: readonly string[],
): string {
  const of = (secret: string) =>
    createHmac("sha256", secret).update("fingerprint of a cluster's secret").digest("hex").slice(0, 12);
  const signing = [of(SECRET_KEY), ...(clusterSecrets.length === 0 ? [none] : clusterSecrets.map(of))].join(".");
  if (SEAL_KEY === undefined && SEAL_KEY_OLD === undefined) return signing;
  const sealing = [SEAL_KEY ?? SECRET_KEY, ...(SEAL_KEY_OLD === undefined ? [] : [SEAL_KEY_OLD])];
  return `${signing}|${sealing.map(of).join(".")}`;
}

/** Whether each can open what the other seals. Without a seal key of its own the key of the data seals. */
export function canUnsealEachOther(a: string, b: string): boolean {
  const sealing = (fingerprint: string) => (fingerprint.split("|")[1] ?? fingerprint.split(".")[0] ?? "").split(".");
  const [first, second] = [sealing(a), sealing(b)];
  return second.includes(first[0] ?? "") && first.includes(second[0] ?? "");
}

export const hasSameKey = (a: string, b: string): boolean => a.split(".")[0] === b.split(".")[0];

const signing = (fingerprint: string) => (fingerprint.split("|")[0] ?? "").split(".");

/** Whether each accepts what the other signs. True where one has no internal listener. */
export function acceptEachOthersSignatures(a: string, b: string): boolean {
  const [[, current = none, ...former], [, otherCurrent = none, ...otherFormer]] = [signing(a), signing(b)];
  if (current === none || otherCurrent === none) return true;
  return [otherCurrent, ...otherFormer].includes(current) && [current, ...former].includes(otherCurrent);
}
