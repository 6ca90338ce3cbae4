import type { ExampleBodies } from "#kit/testing/example-bodies.ts";
import { exampleBodies as accounts } from "#modules/accounts/testing/example-bodies.ts";
import { exampleBodies as approvals } from "#modules/approvals/testing/example-bodies.ts";
import { exampleBodies as attribution } from "#modules/attribution/testing/example-bodies.ts";
import { exampleBodies as bets } from "#modules/bets/testing/example-bodies.ts";
import { exampleBodies as betting } from "#modules/betting/testing/example-bodies.ts";
import { exampleBodies as bonuses } from "#modules/bonuses/testing/example-bodies.ts";
import { exampleBodies as campaigns } from "#modules/campaigns/testing/example-bodies.ts";
import { exampleBodies as catalogue } from "#modules/catalogue/testing/example-bodies.ts";
import { exampleBodies as communityChat } from "#modules/community-chat/testing/example-bodies.ts";
import { exampleBodies as content } from "#modules/content/testing/example-bodies.ts";
import { exampleBodies as corrections } from "#modules/corrections/testing/example-bodies.ts";
import { exampleBodies as crypto } from "#modules/crypto/testing/example-bodies.ts";
import { exampleBodies as exchange } from "#modules/exchange/testing/example-bodies.ts";
import { exampleBodies as exports } from "#modules/exports/testing/example-bodies.ts";
import { exampleBodies as factors } from "#modules/factors/testing/example-bodies.ts";
import { exampleBodies as fairness } from "#modules/fairness/testing/example-bodies.ts";
import { exampleBodies as flags } from "#modules/flags/testing/example-bodies.ts";
import { exampleBodies as freeSpins } from "#modules/free-spins/testing/example-bodies.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { exampleBodies as geo } from "#modules/geo/testing/example-bodies.ts";
import { exampleBodies as harm } from "#modules/harm/testing/example-bodies.ts";
import { exampleBodies as jackpots } from "#modules/jackpots/testing/example-bodies.ts";
import { exampleBodies as limits } from "#modules/limits/testing/example-bodies.ts";
import { exampleBodies as mirrors } from "#modules/mirrors/testing/example-bodies.ts";
import { exampleBodies as missions } from "#modules/missions/testing/example-bodies.ts";
import { exampleBodies as notifications } from "#modules/notifications/testing/example-bodies.ts";
import { exampleBodies as operations } from "#modules/operations/testing/example-bodies.ts";
import { exampleBodies as operators } from "#modules/operators/testing/example-bodies.ts";
import { exampleBodies as partners } from "#modules/partners/testing/example-bodies.ts";
import { exampleBodies as payments } from "#modules/payments/testing/example-bodies.ts";
import { exampleBodies as privacy } from "#modules/privacy/testing/example-bodies.ts";
import { exampleBodies as profiles } from "#modules/profiles/testing/example-bodies.ts";
import { exampleBodies as providers } from "#modules/providers/testing/example-bodies.ts";
import { exampleBodies as redirects } from "#modules/redirects/testing/example-bodies.ts";
import { exampleBodies as reporting } from "#modules/reporting/testing/example-bodies.ts";
import { exampleBodies as risk } from "#modules/risk/testing/example-bodies.ts";
import { exampleBodies as social } from "#modules/social/testing/example-bodies.ts";
import { exampleBodies as support } from "#modules/support/testing/example-bodies.ts";
import { exampleBodies as tournaments } from "#modules/tournaments/testing/example-bodies.ts";
import { exampleBodies as vault } from "#modules/vault/testing/example-bodies.ts";
import { exampleBodies as verification } from "#modules/verification/testing/example-bodies.ts";
import { exampleBodies as vip } from "#modules/vip/testing/example-bodies.ts";
import { exampleBodies as welcomePack } from "#modules/welcome-pack/testing/example-bodies.ts";
import { exampleBodies as wheel } from "#modules/wheel/testing/example-bodies.ts";

/** Example bodies that games declare with their calls. */
function bodiesOfGames(): ExampleBodies {
  const calls = Object.values(gameTesting).flatMap(game => Object.entries(game.calls));
  return Object.fromEntries(calls.flatMap(([name, { body }]) => (body ? [[name, { ...body }]] : [])));
}

/** A valid body of every declared call that takes one, from the module that declares the call. */
export const exampleBodies: ExampleBodies = {
  ...bodiesOfGames(),
  ...accounts,
  ...approvals,
  ...exports,
  ...attribution,
  ...bets,
  ...betting,
  ...bonuses,
  ...campaigns,
  ...catalogue,
  ...content,
  ...corrections,
  ...crypto,
  ...exchange,
  ...factors,
  ...fairness,
  ...flags,
  ...freeSpins,
  ...limits,
  ...mirrors,
  ...missions,
  ...notifications,
  ...operations,
  ...operators,
  ...payments,
  ...privacy,
  ...profiles,
  ...providers,
  ...redirects,
  ...social,
  ...support,
  ...tournaments,
  ...communityChat,
  ...jackpots,
  ...vault,
  ...verification,
  ...geo,
  ...harm,
  ...reporting,
  ...risk,
  ...vip,
  ...welcomePack,
  ...partners,
  ...wheel,
};
