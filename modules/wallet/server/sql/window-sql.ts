/**
 * Condition of a statement that writes something of a leader: no later leader has this betting window. Its row is locked FOR SHARE until the
 * transaction ends, so that a later leader waits for this write, and this write sees the later leader. Both arguments are SQL.
 */
export const ledSql = (bettingWindow: string, epoch: string): string =>
  `EXISTS (SELECT FROM wallet.gates WHERE name = ${bettingWindow} AND epoch = ${epoch} FOR SHARE)`;
