/**
 * The highest epoch that this process has seen of each leader. Epochs only rise; one that is smaller comes from a database that was restored
 * to an older moment, or from a standby that had not received what was confirmed. Its fences are worth nothing then: a leader of before may hold a higher epoch.
 */
export interface EpochMemory {
  /** Returns one sentence when the epoch has gone back. */
  see(rounds: string, epoch: bigint, timeline: number): string | undefined;
}

export function createEpochMemory(): EpochMemory {
  const highest = new Map<string, { readonly epoch: bigint; readonly timeline: number }>();
  return {
    see(rounds, epoch, timeline) {
      const known = highest.get(rounds);
      if (known && epoch < known.epoch)
        return `The epoch of ${rounds} went back from ${known.epoch} on timeline ${known.timeline} to ${epoch} on timeline ${timeline}: the database was restored to an older moment. All nodes stop; restart them once these data are the right ones.`;
      highest.set(rounds, { epoch, timeline });
      return undefined;
    },
  };
}
