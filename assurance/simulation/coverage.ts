/** How often something was reached, by its name, over one seed or many. A name that was only expected has the count 0. */
export interface Coverage {
  readonly counts: ReadonlyMap<string, number>;
  expect(name: string): void;
  count(name: string): void;
  add(other: Iterable<readonly [string, number]>): void;
}

/** What can happen to a call between a client and the server. */
export const callFaults = ["request lost", "answer lost", "sent twice", "late"] as const;
/** What can happen to an operation between a process and its database. */
export const writeFaults = ["slow", "never arrived", "committed, response lost", "cut off by a kill"] as const;

export type CallFault = (typeof callFaults)[number];
export type WriteFault = (typeof writeFaults)[number];

export const faultOf = (operation: string, fault: CallFault | WriteFault): string => `${operation} × ${fault}`;
export const reached = (point: string): string => `failpoint ${point}: reached`;
export const killedAt = (point: string): string => `failpoint ${point}: killed there`;

export function createCoverage(): Coverage {
  const counts = new Map<string, number>();
  const add = (name: string, times: number) => counts.set(name, (counts.get(name) ?? 0) + times);
  return {
    counts,
    expect: name => void add(name, 0),
    count: name => void add(name, 1),
    add(other) {
      for (const [name, times] of other) add(name, times);
    },
  };
}

/** The faults that hit a call or an operation less often than this. */
export function missing(counts: ReadonlyMap<string, number>, least: number): string[] {
  return [...counts]
    .filter(([name, times]) => name.includes(" × ") && times < least)
    .map(([name, times]) => `${name}: ${times}`)
    .sort();
}
