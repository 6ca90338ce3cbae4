/** Bugs of a cluster that a run has to find (issue 18, part 3). */
export const plantedBugs = [
  "fence left out",
  "close of one gate skipped",
  "outbox deleted before the other side's commit",
  "repeat answered without waiting",
  "event of an old epoch delivered",
] as const;

export type PlantedBug = (typeof plantedBugs)[number];
