/** The facts of an audit entry or an alarm, in one line. */
export function factsLine(of: unknown): string {
  if (typeof of !== "object" || of === null) return "";
  return Object.entries(of)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
