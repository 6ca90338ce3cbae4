import type { Host } from "#kit/host/host.ts";
import type { Odds } from "#modules/odds/server/index.ts";
import type { SlipLeg } from "#modules/wallet/server/index.ts";

/** A selection of a builder that is not decided, with the newest message of its market. */
export type OpenSelection = Pick<SlipLeg, "event" | "kind" | "spec" | "outcome"> & { readonly marketN: bigint };

/** The chance that these selections of one event all win, in millionths; undefined when it is not known. */
export type JointChance = (selections: readonly OpenSelection[]) => number | undefined;

export interface BuilderChances {
  /** The chance as the provider quoted it for the markets as they are: another message of one of them makes it unknown. */
  readonly known: JointChance;
  /** Asks the provider for what is not known yet. */
  ask(selections: readonly OpenSelection[]): Promise<void>;
}

/** Quotes that are kept; the oldest goes first. */
const mostStored = 5_000;

/** Joint chances for cash-outs of builders. Quotes are asked for outside of transactions and read inside of them. */
export function createBuilderChances({ log }: Pick<Host, "log">, odds: Pick<Odds, "quote">): BuilderChances {
  const known = new Map<string, number | undefined>();
  return {
    known: selections => known.get(nameOf(selections)),
    async ask(selections) {
      const name = nameOf(selections);
      if (known.has(name)) return;
      try {
        known.set(name, await chanceOf(odds, selections));
      } catch (error) {
        // Requested again with the next offer.
        log.warn({ err: error }, "no joint chance for a cash-out");
      }
      const [oldest] = known.keys();
      if (known.size > mostStored && oldest !== undefined) known.delete(oldest);
    },
  };
}

const nameOf = (selections: readonly OpenSelection[]) =>
  selections
    .map(({ event, kind, spec, outcome, marketN }) => `${event} ${kind} ${spec} ${outcome} ${marketN}`)
    .join(";");

async function chanceOf(odds: Pick<Odds, "quote">, selections: readonly OpenSelection[]): Promise<number | undefined> {
  const legs = selections.map(({ kind: market, spec, outcome }) => ({ market, spec, outcome }));
  const quote = await odds.quote(selections[0]?.event ?? "", legs);
  // The provider may know newer prices than we do.
  const isCurrent = quote?.versions.every((n, leg) => BigInt(n) === selections[leg]?.marketN) ?? false;
  const p = isCurrent ? (quote?.subsets.find(subset => subset.legs.length === legs.length)?.p ?? 0) : 0;
  return p > 0 && p <= 1 ? Math.floor(p * 1_000_000 + 1e-6) : undefined;
}
