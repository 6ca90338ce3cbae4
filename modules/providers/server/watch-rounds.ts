import { hasTooManyVoids, isOutOfBounds, sigmasOff } from "../shared/bounds.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider, ProviderGame } from "./registry.ts";

const dayMs = 86_400_000;
const spanMs = 30 * dayMs;

/** Looks at the last 30 days of every provider: void rounds, and returns beside the stated RTP. An alarm a game or provider, or a game and kind of bet. */
export async function watchRounds(needs: ProviderNeeds): Promise<void> {
  const since = new Date(needs.host.clock.now() - spanMs);
  for (const provider of needs.registry.all) {
    await watchVoids(needs, provider, since);
    await watchReturns(needs, provider, since);
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

/** Undefined of live tables, whose bets have an RTP each, and where a game has several modes to buy: which one it was is not known here. */
export function statedReturn({ manifest }: Pick<ProviderGame, "manifest">, kind: string): string | undefined {
  if (manifest.kind !== "slots") return undefined;
  const modes = manifest.modes.filter(({ buy }) => (buy !== undefined) === (kind === "buy"));
  return modes.length === 1 ? modes[0]?.rtp : undefined;
}
