import { Failure, fail } from "#kit/contract/error-code.ts";
import { tooManyRequests, unavailable } from "#kit/contract/errors.ts";
import type { Rate } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import { limiterOf } from "#kit/http/rate-limit.ts";
import type { Currency } from "#kit/money/currency.ts";
import { gameUnavailable } from "../shared/errors.ts";
import { regionProfile } from "../shared/region-profiles.ts";
import { slugOf } from "./configured.ts";
import type { GameProvider, Opening } from "./game-provider.ts";
import type { ProviderNeeds } from "./needs.ts";
import { readGames } from "./read-games.ts";
import { readPicture } from "./read-picture.ts";
import type { Provider, ProviderGame } from "./registry.ts";
import { hashOf } from "./sessions.ts";
import { stakeRange } from "./stakes.ts";
import { keepCommitment } from "./stored-seeds.ts";

const launchRate: Rate = { burst: 30, perMinute: 30 };
const locales = { en: "en", ru: "ru", kz: "kk" } as const;

/** Providers that are switched on, as the catalogue opens their games. */
export function connectedProviders(needs: ProviderNeeds): () => readonly GameProvider[] {
  const { registry, host } = needs;
  const limiter = limiterOf(host, "launches");
  const listed = new Set(host.config.GAME_PROVIDERS.map(slugOf));
  return () =>
    registry.all
      .filter(({ isOn }) => isOn)
      .map(provider => ({
        id: provider.slug,
        title: provider.title,
        origin: provider.frameOrigin,
        listsAtOnce: listed.has(provider.slug),
        async open(opening) {
          const wait = opening.session ? limiter.take(opening.session.player, launchRate) : 0;
          if (wait > 0) fail(tooManyRequests, { retryAfter: wait });
          return launch(needs, provider, opening);
        },
        manifest: () => readGames(needs, provider).catch(unavailableInstead(host, provider)),
        tables: () =>
          needs.client
            .call(provider, "tables")
            .then(({ tables }) => tables)
            .catch(unavailableInstead(host, provider)),
        picture: path => readPicture(provider, path).catch(unavailableInstead(host, provider)),
      }));
}

const unavailableInstead =
  ({ log }: Pick<Host, "log">, { slug }: Provider) =>
  (error: unknown): never => {
    log.warn({ err: error, provider: slug }, "Failed to read from a provider");
    throw new Failure(unavailable, { retryAfter: 5 });
  };

/** Asks the provider for the address of a frame. In play the launch carries a token that counts once, within 60 s. */
async function launch(needs: ProviderNeeds, provider: Provider, opening: Opening): Promise<string> {
  const { slug, mode, locale, session, currency, country, parentOrigin } = opening;
  const game = provider.games.get(slug);
  if (!game?.isEnabled || !stakeRange(game, currency)) return fail(gameUnavailable);
  const played = session ? await playFields(needs, provider, game, session, currency, country, locales[locale]) : {};
  const reply = await needs.client
    .call(provider, "launch", {
      body: {
        game: slug,
        mode,
        currency,
        country,
        locale: locales[locale],
        ...played,
        profile: { ...regionProfile(country, game.manifest.kind), max_stake: null },
        parent_origin: parentOrigin,
      },
    })
    .catch((error: unknown) => {
      needs.host.log.warn({ err: error, provider: provider.slug }, "Failed to launch a game");
      throw new Failure(unavailable, { retryAfter: 5 });
    });
  if (reply.status !== "ok" || reply.url === undefined) return fail(gameUnavailable);
  if (session && reply.commitments) {
    const owner = { player: session.player, provider: provider.id, slug };
    const { number } = await needs.host.db.tx(tx => needs.seeds.show(tx, owner));
    // Until a rotation is finished the provider's is the pair before.
    if (!(await needs.seeds.unfinished(needs.host.db, owner)))
      await keepCommitment(needs.host.db, owner, number, reply.commitments.seed_hash);
  }
  return reply.url;
}

async function playFields(
  { host, accounts, seeds }: ProviderNeeds,
  provider: Provider,
  { slug }: ProviderGame,
  { id, player }: Session,
  currency: Currency,
  country: string,
  locale: string,
) {
  const token = Buffer.from(host.random.bytes(24)).toString("base64url");
  await host.db.tx(async tx => {
    await seeds.show(tx, { player, provider: provider.id, slug });
    await tx.query(
      `INSERT INTO providers.launches (token_hash, provider_id, slug, player_id, casino_session, currency, country, locale, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        Buffer.from(hashOf(token), "hex"),
        provider.id,
        slug,
        player,
        id,
        currency,
        country,
        locale,
        new Date(host.clock.now()),
      ],
    );
  });
  const profiles = await accounts.publicProfiles([player]);
  return { player, nick: profiles.get(player)?.face?.name ?? "Player", launch: token };
}
