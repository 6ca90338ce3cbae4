/** What other nodes of a cluster know of the same buckets. */
export interface SharedBuckets {
  /** How many nodes answer for the same callers, this one included. */
  nodes(): number;
  /** False while nodes cannot exchange what they took: each then grants its share only. */
  isConnected(): boolean;
  /** Publishes what was taken here to the others. */
  send(taken: Taken): void;
  onTaken(receive: (taken: Taken) => void): void;
}

/** So many uses of a bucket at one node. */
export interface Taken {
  readonly bucket: string;
  readonly count: number;
  readonly burst: number;
  readonly perMinute: number;
}
