import type { Ratio } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { ProviderGame, Registry } from "./registry.ts";

/**
 * The return that the provider publishes for a bet; if several modes may have been played, the highest one. For a table, the return with best
 * play. Undefined for an unknown game.
 */
export function publishedReturn(registry: Pick<Registry, "byAccount">, game: string, choice: Json): Ratio | undefined {
  const { slug, kind } = choice as { readonly slug?: string; readonly kind?: string };
  const manifest = registry.byAccount(game)?.games.get(slug ?? "")?.manifest;
  return manifest && publishedReturnOf(manifest, kind);
}

/** The published return by a game's manifest and the kind of a bet. */
export function publishedReturnOf(
  manifest: Pick<ProviderGame["manifest"], "modes">,
  kind: string | undefined,
): Ratio | undefined {
  const isBought = kind === "buy";
  const returns = manifest.modes.filter(({ buy }) => (buy !== undefined) === isBought).map(({ rtp }) => exactly(rtp));
  const all = returns.length > 0 ? returns : manifest.modes.map(({ rtp }) => exactly(rtp));
  return all.reduce<Ratio | undefined>(
    (highest, each) => (highest && highest.numerator >= each.numerator ? highest : each),
    undefined,
  );
}

const scale = 1_000_000n;

/** A percentage with at most six decimals. */
function exactly(percent: string): Ratio {
  const [whole = "0", fraction = ""] = percent.split(".");
  return { numerator: BigInt(whole) * scale + BigInt(fraction.padEnd(6, "0").slice(0, 6)), denominator: 100n * scale };
}
