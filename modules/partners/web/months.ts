/** The month of a time and those before it, `2026-11`, the newest first. UTC, as statements are. */
export function lastMonths(atMs: number, count: number): readonly string[] {
  const at = new Date(atMs);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
