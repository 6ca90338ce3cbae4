import { deviceStore } from "./device-store.ts";

const most = 50;

/** Kinds of markets that this device shows first. */
const store = deviceStore<readonly string[]>("betting-pinned-markets", [], found =>
  Array.isArray(found) && found.every(each => typeof each === "string") ? found.slice(0, most) : undefined,
);

export const pinnedMarkets = {
  use: store.use,
  /** Pins a kind, or unpins it. The newest is the last. */
  toggle(kind: string): void {
    const pinned = store.read();
    store.write(pinned.includes(kind) ? pinned.filter(each => each !== kind) : [...pinned, kind].slice(-most));
  },
};

interface Shown {
  readonly kind: string;
  readonly group: string;
}

/** Markets of a group, pinned kinds first. The first group has the pinned ones of all groups. */
export function shownMarkets<T extends Shown>(
  markets: readonly T[],
  group: string,
  isFirst: boolean,
  pinned: readonly string[],
): readonly T[] {
  const isIn = (each: T) => each.group === group || (isFirst && pinned.includes(each.kind));
  const shown = markets.filter(isIn);
  return [
    ...pinned.flatMap(kind => shown.filter(each => each.kind === kind)),
    ...shown.filter(({ kind }) => !pinned.includes(kind)),
  ];
}
