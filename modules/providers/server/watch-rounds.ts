import * as z from "zod/mini";
import { hasTooManyVoids, isOutOfBounds, sigmasOff, type VoidReturns, voidsPayTooMuch } from "../shared/bounds.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider, ProviderGame } from "./registry.ts";
import { shown } from "./round-records.ts";

const dayMs = 86_400_000;
const spanMs = 30 * dayMs;

/** Void rounds of a provider that are looked at, the newest: a sound one has one in 10,000. */
const mostVoids = 200;

/** Looks at the last 30 days of every provider: void rounds and what they would have paid, and returns compared with the stated RTP. An alarm a game or provider, or a game and kind of bet. */
export async function watchRounds(needs: ProviderNeeds): Promise<void> {
  const since = new Date(needs.host.clock.now() - spanMs);
  for (const provider of needs.registry.all) {
    await watchVoids(needs, provider, since);
    await watchReturns(needs, provider, since);
    await watchVoidReturns(needs, provider, since);
  }
}

async function watchVoids({ wallet, alarms }: ProviderNeeds, provider: Provider, since: Date): Promise<void> {
  const games = await wallet.providerRounds.voids(provider.account, since);
  const found = games.filter(({ ended, void: voids }) => hasTooManyVoids(ended, voids));
  for (const { slug, ended, void: voids } of found)
    alarms.raise(provider.id, "void_rate", slug, { game: slug, ended, void: voids });
  // Too few in each game, too many together.
  const [ended, voids] = [games.reduce((n, each) => n + each.ended, 0), games.reduce((n, each) => n + each.void, 0)];
  if (found.length === 0 && hasTooManyVoids(ended, voids))
    alarms.raise(provider.id, "void_rate", "rounds", { ended, void: voids });
}

async function watchReturns({ wallet, alarms }: ProviderNeeds, provider: Provider, since: Date): Promise<void> {
  for (const { slug, kind, ...returns } of await wallet.providerRounds.figures(provider.account, since)) {
    const game = provider.games.get(slug);
    const rtp = game && statedReturn(game, kind);
    const sigmas = rtp === undefined ? undefined : sigmasOff(returns, rtp);
    if (sigmas === undefined || !isOutOfBounds(sigmas)) continue;
    const { rounds, sum } = returns;
    alarms.raise(provider.id, "rtp_bounds", `${slug}/${kind}`, {
      game: slug,
      kind,
      rounds,
      stated: rtp ?? "",
      returned: ((100 * sum) / rounds).toFixed(2),
      sigmas: sigmas.toFixed(1),
    });
  }
}

/** A provider that voids what its players won: a void round shows its outcome once both seeds of it are revealed. */
async function watchVoidReturns(needs: ProviderNeeds, provider: Provider, since: Date): Promise<void> {
  const voids = await voidReturns(needs, provider, since);
  if (voids.size === 0) return;
  const played = await needs.wallet.providerRounds.figures(provider.account, since);
  for (const [slug, returns] of voids) {
    const game = provider.games.get(slug);
    const stated = game && statedReturn(game, "stake");
    const figures = played.find(each => each.slug === slug && each.kind === "stake");
    if (stated === undefined || !figures || !voidsPayTooMuch(returns, figures, stated)) continue;
    const { rounds, sum } = returns;
    const facts = { game: slug, void: rounds, stated, would_return: ((100 * sum) / rounds).toFixed(2) };
    needs.alarms.raise(provider.id, "void_returns", slug, facts);
  }
}

/** Returns of void rounds at the usual stake whose seeds are revealed, by game. */
async function voidReturns(needs: ProviderNeeds, provider: Provider, since: Date) {
  const returns = new Map<string, VoidReturns>();
  const voids = await needs.wallet.providerRounds.rounds({
    game: provider.account,
    status: "void",
    limit: mostVoids,
  });
  for (const round of voids.filter(({ openedAt }) => openedAt >= since)) {
    const { record } = (await shown(needs, round)).shown;
    const known = record?.seed === null ? undefined : voidRecord.safeParse(record);
    if (!known?.success || known.data.mode !== "base") continue;
    const { numerator, denominator } = known.data.multiple;
    const { rounds, sum } = returns.get(round.slug) ?? { rounds: 0, sum: 0 };
    returns.set(round.slug, { rounds: rounds + 1, sum: sum + numerator / denominator });
  }
  return returns;
}

const voidRecord = z.object({
  mode: z.string(),
  multiple: z.object({ numerator: z.number().check(z.gte(0)), denominator: z.number().check(z.gt(0)) }),
});

/** Undefined of live tables, whose bets have an RTP each, and where a game has several modes to buy: which one it was is not known here. */
export function statedReturn({ manifest }: Pick<ProviderGame, "manifest">, kind: string): string | undefined {
  if (manifest.kind !== "slots") return undefined;
  const modes = manifest.modes.filter(({ buy }) => (buy !== undefined) === (kind === "buy"));
  return modes.length === 1 ? modes[0]?.rtp : undefined;
}
