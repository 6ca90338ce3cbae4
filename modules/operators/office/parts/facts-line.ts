/** The facts of an alarm, or of something new in the audit log, in one line. */
export function factsLine(of: unknown): string {
  return Object.entries(factsOf(of))
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(", ");
}

export interface FactChange {
  readonly name: string;
  /** Undefined: the fact is new. */
  readonly from: string | undefined;
  /** Undefined: it is gone. */
  readonly to: string | undefined;
}

/** What an audit entry has changed, without the facts that are the same before and after. All of them if none has changed. */
export function factChanges(before: unknown, after: unknown): readonly FactChange[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const all = names.map(name => ({
    name,
    from: Object.hasOwn(old, name) ? textOf(old[name]) : undefined,
    to: Object.hasOwn(now, name) ? textOf(now[name]) : undefined,
  }));
  const changed = all.filter(({ from, to }) => from !== to);
  return changed.length > 0 ? changed : all;
}

const factsOf = (of: unknown): Readonly<Record<string, unknown>> =>
  typeof of === "object" && of !== null ? (of as Readonly<Record<string, unknown>>) : {};

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
