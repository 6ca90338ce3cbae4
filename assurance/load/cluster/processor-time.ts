import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const microsOfTick = 10_000;

/** Processor time of a process and of everything it has started that runs now, microseconds: of a PostgreSQL, what its connections have used. */
export function processorMicros(pid: number): number {
  const processes = readdirSync("/proc").flatMap(name => (/^[0-9]+$/.test(name) ? statOf(Number(name)) : []));
  const within = new Set([pid]);
  for (let size = 0; size < within.size; ) {
    size = within.size;
    for (const { id, parent } of processes) if (within.has(parent)) within.add(id);
  }
  return processes.reduce((sum, { id, ticks }) => sum + (within.has(id) ? ticks : 0), 0) * microsOfTick;
}

/** Empty of a process that has ended meanwhile. After the name of the program, which may contain anything: state, parent, ..., user and system time. */
function statOf(id: number) {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return [{ id, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
  } catch {
    return [];
  }
}
