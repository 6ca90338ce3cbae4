/** Recent outcomes of calls to a provider. Pure; a provider is available until found otherwise. */
export interface Health {
  readonly up: boolean;
  /** The latest outcomes, newest last. */
  readonly recent: readonly boolean[];
}

export const healthy: Health = { up: true, recent: [] };

/** This many failures in a row, or half of this many latest outcomes, hide a provider; this many successes in a row bring it back. */
const inARow = 3;
const checkedAt = 10;

/** The health after one more outcome. Both changes take several of one kind, so that it does not flap. */
export function afterOutcome({ up, recent }: Health, ok: boolean): Health {
  const latest = [...recent, ok].slice(-checkedAt);
  const row = latest.slice(-inARow);
  const isRow = (value: boolean) => row.length === inARow && row.every(each => each === value);
  if (!up) return isRow(true) ? { up: true, recent: [] } : { up, recent: latest };
  const failures = latest.filter(each => !each).length;
  const down = isRow(false) || (latest.length === checkedAt && failures * 2 >= checkedAt);
  return { up: !down, recent: down ? [] : latest };
}
