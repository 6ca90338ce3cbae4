import { createHmac } from "node:crypto";

/** Of a node without an internal listener. */
const none = "none";

/**
 * Tells sets of secrets apart without giving one away: the key of the data, then those that sign between nodes, the current one first. Each is a part of
 * its own, so that a difference can be named.
 */
export function secretsFingerprint(secretKey: string, clusterSecrets: readonly string[]): string {
  const of = (secret: string) =>
    createHmac("sha256", secret).update("fingerprint of a cluster's secret").digest("hex").slice(0, 12);
  return [of(secretKey), ...(clusterSecrets.length === 0 ? [none] : clusterSecrets.map(of))].join(".");
}

export const hasSameKey = (a: string, b: string): boolean => a.split(".")[0] === b.split(".")[0];

/** Whether each accepts what the other signs. True where one has no internal listener. */
export function understandEachOther(a: string, b: string): boolean {
  const [[, current = none, ...former], [, otherCurrent = none, ...otherFormer]] = [a.split("."), b.split(".")];
  if (current === none || otherCurrent === none) return true;
  return [otherCurrent, ...otherFormer].includes(current) && [current, ...former].includes(otherCurrent);
}
