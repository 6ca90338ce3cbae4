import type { Handler } from "#kit/http/handler.ts";
import { playerHandlers } from "#modules/accounts/office/handlers.ts";
import { approvalHandlers } from "#modules/approvals/office/handlers.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { betsOfficeHandlers } from "#modules/bets/office/handlers.ts";
import { tradingHandlers } from "#modules/betting/office/handlers.ts";
import { bonusHandlers } from "#modules/bonuses/office/handlers.ts";
import type { Bonuses } from "#modules/bonuses/server/index.ts";
import { campaignHandlers } from "#modules/campaigns/office/handlers.ts";
import type { Campaigns } from "#modules/campaigns/server/index.ts";
import { catalogueHandlers } from "#modules/catalogue/office/handlers.ts";
import { communityChatHandlers } from "#modules/community-chat/office/handlers.ts";
import type { CommunityChat } from "#modules/community-chat/server/index.ts";
import { contentHandlers } from "#modules/content/office/handlers.ts";
import type { Content } from "#modules/content/server/index.ts";
import { correctionHandlers } from "#modules/corrections/office/handlers.ts";
import { coinHandlers } from "#modules/crypto/office/handlers.ts";
import { flagHandlers } from "#modules/flags/office/handlers.ts";
import type { Flags } from "#modules/flags/server/index.ts";
import { freeSpinsHandlers } from "#modules/free-spins/office/handlers.ts";
import { games } from "#modules/games/index.ts";
import { regionHandlers } from "#modules/geo/office/handlers.ts";
import type { Geo } from "#modules/geo/server/index.ts";
import { harmHandlers } from "#modules/harm/office/handlers.ts";
import type { Harm } from "#modules/harm/server/index.ts";
import { jackpotHandlers } from "#modules/jackpots/office/handlers.ts";
import type { Jackpots } from "#modules/jackpots/server/index.ts";
import { offerHoldHandlers } from "#modules/limits/office/handlers.ts";
import { operatorLimitHandlers } from "#modules/limits/office/limit-handlers.ts";
import { messageHandlers } from "#modules/messages/office/handlers.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import { mirrorHandlers } from "#modules/mirrors/office/handlers.ts";
import type { Mirrors } from "#modules/mirrors/server/index.ts";
import { missionHandlers } from "#modules/missions/office/handlers.ts";
import type { Missions } from "#modules/missions/server/index.ts";
import { playerMessageHandlers } from "#modules/notifications/office/handlers.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";
import type { OfficeNeeds } from "#modules/operations/server/index.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import { partnerHandlers } from "#modules/partners/office/handlers.ts";
import type { Partners } from "#modules/partners/server/index.ts";
import { paymentHandlers } from "#modules/payments/office/handlers.ts";
import { privacyOfficeHandlers } from "#modules/privacy/office/handlers.ts";
import type { Privacy } from "#modules/privacy/server/index.ts";
import { moderationHandlers } from "#modules/profiles/office/handlers.ts";
import { providerHandlers } from "#modules/providers/office/handlers.ts";
import { reportHandlers } from "#modules/reporting/office/handlers.ts";
import { riskHandlers } from "#modules/risk/office/handlers.ts";
import type { Risk } from "#modules/risk/server/index.ts";
import { inboxHandlers } from "#modules/support/office/handlers.ts";
import { tournamentHandlers } from "#modules/tournaments/office/handlers.ts";
import type { Tournaments } from "#modules/tournaments/server/index.ts";
import { identityHandlers } from "#modules/verification/office/handlers.ts";
import { vipHandlers } from "#modules/vip/office/handlers.ts";
import { packHandlers } from "#modules/welcome-pack/office/handlers.ts";
import type { WelcomePacks } from "#modules/welcome-pack/server/index.ts";
import { wheelHandlers } from "#modules/wheel/office/handlers.ts";

/** What office parts need in addition to {@link OfficeNeeds}. */
export interface PageNeeds {
  readonly approvals: Approvals;
  readonly geo: Geo;
  readonly flags: Flags;
  readonly mirrors: Mirrors;
  readonly bonuses: Bonuses;
  readonly campaigns: Campaigns;
  readonly communityChat: CommunityChat;
  readonly content: Content;
  readonly messages: Messages;
  readonly notices: Notifications;
  readonly privacy: Privacy;
  readonly operators: Operators;
  readonly welcomePacks: WelcomePacks;
  readonly partners: Partners;
  readonly tournaments: Tournaments;
  readonly jackpots: Jackpots;
  readonly missions: Missions;
  readonly harm: Harm;
  readonly risk: Risk;
}

/** The back office calls, handled by the office parts of their modules. */
export function officeHandlers(needs: OfficeNeeds & PageNeeds): readonly Handler[] {
  return [
    ...playerHandlers(needs),
    ...privacyOfficeHandlers(needs),
    ...paymentHandlers(needs),
    ...coinHandlers(needs),
    ...correctionHandlers(needs),
    ...approvalHandlers(needs),
    ...identityHandlers(needs),
    ...inboxHandlers(needs),
    ...vipHandlers(needs),
    ...moderationHandlers(needs),
    ...communityChatHandlers(needs),
    ...contentHandlers(needs),
    ...missionHandlers(needs),
    ...wheelHandlers(needs),
    ...providerHandlers(needs),
    ...betsOfficeHandlers(needs),
    ...tradingHandlers(needs),
    ...catalogueHandlers(needs),
    ...messageHandlers(needs),
    ...playerMessageHandlers(needs),
    ...freeSpinsHandlers(needs),
    ...offerHoldHandlers(needs),
    ...operatorLimitHandlers(needs),
    ...bonusHandlers(needs),
    ...campaignHandlers(needs),
    ...packHandlers(needs),
    ...partnerHandlers(needs),
    ...tournamentHandlers(needs),
    ...jackpotHandlers(needs),
    ...harmHandlers(needs),
    ...riskHandlers(needs),
    ...reportHandlers(needs),
    ...mirrorHandlers(needs),
    ...flagHandlers(needs),
    ...regionHandlers({ ...needs, ownGames: games.map(({ name }) => name) }),
  ];
}
