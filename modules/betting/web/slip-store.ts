import { priceText } from "#modules/odds/shared/price-text.ts";
import type { OutcomeName } from "#modules/odds/web/selections.ts";
import { readPrice } from "../shared/read-slip.ts";
import { maxLegs } from "../shared/systems.ts";
import { deviceStore } from "./device-store.ts";

/** An outcome on the slip, at the price that the player has accepted. */
export interface Selection extends OutcomeName {
  readonly price: string;
}

const none: readonly Selection[] = [];
const { read, write, use } = deviceStore("betting-slip", none, selectionsIn);

export const isSame = (a: OutcomeName, b: OutcomeName) =>
  a.event === b.event && a.market === b.market && a.spec === b.spec && a.outcome === b.outcome;

/** Names an outcome. */
export const keyOf = ({ event, market, spec, outcome }: OutcomeName) => `${event} ${market} ${spec} ${outcome}`;

function selectionsIn(found: unknown): readonly Selection[] | undefined {
  return Array.isArray(found) ? found.filter(isSelection).slice(0, maxLegs) : undefined;
}

function isSelection(each: unknown): each is Selection {
  if (typeof each !== "object" || each === null) return false;
  const fields = each as Readonly<Record<string, unknown>>;
  return ["event", "market", "spec", "outcome", "price"].every(name => typeof fields[name] === "string");
}

/** Slips and shared selections have the shortest text of a price, events the one of the lists: "3.9" there is "3.90" here. */
function asListed(price: string): string {
  const thousandths = readPrice(price);
  return thousandths === undefined ? price : priceText(thousandths);
}

export const slipStore = {
  /** A slip has one outcome of a market. The slip stays as it is once it is full. */
  toggle({ event, market, spec, outcome }: OutcomeName, price: string) {
    const of = { event, market, spec, outcome };
    if (read().some(each => isSame(each, of))) return slipStore.remove(of);
    const others = read().filter(each => each.event !== event || each.market !== market || each.spec !== spec);
    if (others.length < maxLegs) write([...others, { event, market, spec, outcome, price }]);
  },
  /** Puts several on the slip, each at its price; one that is there already takes the new price. */
  add(several: readonly Selection[]) {
    const isAdded = (each: Selection) =>
      several.some(({ event, market, spec }) => each.event === event && each.market === market && each.spec === spec);
    const added = several.map(({ event, market, spec, outcome, price }) => {
      return { event, market, spec, outcome, price: asListed(price) };
    });
    write([...read().filter(each => !isAdded(each)), ...added].slice(0, maxLegs));
  },
  selections: read,
  /** Puts these on the slip, and takes off all others. */
  replace: (several: readonly Selection[]) =>
    write(
      several.map(({ event, market, spec, outcome, price }) => {
        return { event, market, spec, outcome, price: asListed(price) };
      }),
    ),
  remove: (of: OutcomeName) => write(read().filter(each => !isSame(each, of))),
  /** The player accepts what the prices are now, by position. */
  accept: (prices: ReadonlyMap<number, string>) =>
    write(
      read().map((each, position) => {
        const { event, market, spec, outcome } = each;
        return { event, market, spec, outcome, price: prices.get(position) ?? each.price };
      }),
    ),
  clear: () => write(none),
};

/** The slip of this device; empty on the server. */
export const useSelections = (): readonly Selection[] => use();
