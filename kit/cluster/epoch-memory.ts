/**
 * The highest epoch that this process has seen of each leader. Epochs only rise; one that is smaller comes from a database that was restored
 * to an older moment, or from a standby that had not received what was confirmed. It fences nothing then: a former leader may hold a higher epoch.
 */
export interface EpochMemory {
  /** This process is about to take an epoch. */
  ask(rounds: string): void;
  /**
   * An epoch under which this process begins to lead. It may have waited long for the confirmation, and a later leader be listed by now, so it is
   * compared with what was listed when it was asked for. Returns an error message if it went back.
   */
  take(rounds: string, epoch: bigint, timeline: number): string | undefined;
  /**
   * An epoch of the directory. It may be older than the one that this process took: the directory learns of a leader with its next heartbeat, and keeps
   * the row of one that was killed until then. So it is compared with the directory's earlier epochs. Returns an error message if it went back.
   */
  list(rounds: string, epoch: bigint, timeline: number): string | undefined;
}

interface Seen {
  readonly epoch: bigint;
  readonly timeline: number;
}

export function createEpochMemory(): EpochMemory {
  const taken = new Map<string, Seen>();
  const listed = new Map<string, Seen>();
  const asked = new Map<string, Seen | undefined>();

  function see(into: Map<string, Seen>, known: readonly (Seen | undefined)[], rounds: string, seen: Seen) {
    const higher = known.find(each => each !== undefined && seen.epoch < each.epoch);
    if (higher)
      return `The epoch of ${rounds} went back from ${higher.epoch} on timeline ${higher.timeline} to ${seen.epoch} on timeline ${seen.timeline}: the database was restored to an older moment. All nodes stop; restart them once these data are the right ones.`;
    into.set(rounds, seen);
    return undefined;
  }

  return {
    ask: rounds => void asked.set(rounds, listed.get(rounds)),
    take: (rounds, epoch, timeline) => see(taken, [taken.get(rounds), asked.get(rounds)], rounds, { epoch, timeline }),
    list: (rounds, epoch, timeline) => see(listed, [listed.get(rounds)], rounds, { epoch, timeline }),
  };
}
