import { createBrowserRouter, Navigate } from "react-router";
import { ErrorPage } from "#modules/operators/office/parts/error-page.tsx";
import { Frame } from "./frame.tsx";

/** What is closed; each of our own games can be. */
async function regionsPage() {
  const [{ RegionsPage }, { gameOffices }] = await Promise.all([
    import("#modules/geo/office/regions-page.tsx"),
    import("#modules/games/printed/office.ts"),
  ]);
  return { element: <RegionsPage games={Object.keys(gameOffices)} /> };
}

/** The page of each of our own games, with what their folders add to it. */
async function playedGame() {
  const [{ PlayedGamePage }, { gameOffices }] = await Promise.all([
    import("#modules/bets/office/game-page.tsx"),
    import("#modules/games/printed/office.ts"),
  ]);
  return { element: <PlayedGamePage offices={gameOffices} /> };
}

/** A player's bets, with what the games' folders add to their lists. */
async function playOfPlayer() {
  const [{ PlayerPlayPage }, { gameOffices }] = await Promise.all([
    import("#modules/bets/office/player-play-page.tsx"),
    import("#modules/games/printed/office.ts"),
  ]);
  return { element: <PlayerPlayPage offices={gameOffices} /> };
}

/** Each page is loaded when it is opened. */
export const router = createBrowserRouter([
  {
    path: "/login",
    lazy: async () => ({ Component: (await import("#modules/operators/office/login.tsx")).LoginPage }),
  },
  {
    path: "/invitation",
    lazy: async () => ({ Component: (await import("#modules/operators/office/invitation.tsx")).InvitationPage }),
  },
  {
    path: "/",
    Component: Frame,
    errorElement: <ErrorPage />,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import("#modules/operations/office/dashboard.tsx")).DashboardPage }),
      },
      {
        path: "figures/:figure",
        lazy: async () => ({ Component: (await import("#modules/operations/office/figure-page.tsx")).FigurePage }),
      },
      {
        path: "active-players",
        lazy: async () => ({
          Component: (await import("#modules/operations/office/active-players.tsx")).ActivePlayersPage,
        }),
      },
      {
        path: "first-deposits",
        lazy: async () => ({
          Component: (await import("#modules/operations/office/first-deposits.tsx")).FirstDepositsPage,
        }),
      },
      {
        path: "playing",
        lazy: async () => ({ Component: (await import("#modules/operations/office/playing.tsx")).PlayingPage }),
      },
      {
        path: "countries/:country",
        lazy: async () => ({ Component: (await import("#modules/operations/office/by-country.tsx")).CountryPage }),
      },
      {
        path: "closed-days/:number",
        lazy: async () => ({ Component: (await import("#modules/operations/office/closed-day.tsx")).ClosedDayPage }),
      },
      {
        path: "players",
        lazy: async () => ({ Component: (await import("#modules/accounts/office/players.tsx")).PlayersPage }),
      },
      {
        path: "mentions",
        lazy: async () => ({ Component: (await import("#modules/accounts/office/mentions.tsx")).MentionsPage }),
      },
      {
        path: "players/:id/:tab?",
        lazy: async () => ({ Component: (await import("#modules/accounts/office/player.tsx")).PlayerPage }),
      },
      {
        path: "players/:id/timeline",
        lazy: async () => ({ Component: (await import("#modules/operations/office/timeline-page.tsx")).TimelinePage }),
      },
      {
        path: "players/:id/messages",
        lazy: async () => ({ Component: (await import("#modules/operations/office/timeline-page.tsx")).MessagesPage }),
      },
      { path: "players/:id/play", lazy: playOfPlayer },
      {
        path: "kyc",
        lazy: async () => ({ Component: (await import("#modules/verification/office/kyc.tsx")).KycPage }),
      },
      {
        path: "kyc/:id",
        lazy: async () => ({ Component: (await import("#modules/verification/office/kyc-case.tsx")).KycCasePage }),
      },
      {
        path: "payouts",
        lazy: async () => ({ Component: (await import("#modules/payments/office/payouts.tsx")).PayoutsPage }),
      },
      {
        path: "payouts/:id",
        lazy: async () => ({ Component: (await import("#modules/payments/office/payout.tsx")).PayoutPage }),
      },
      {
        path: "payments/:id",
        lazy: async () => ({ Component: (await import("#modules/payments/office/deposit.tsx")).DepositPage }),
      },
      {
        path: "payments",
        lazy: async () => ({ Component: (await import("#modules/payments/office/payments.tsx")).PaymentsPage }),
      },
      {
        path: "coins",
        lazy: async () => ({ Component: (await import("#modules/crypto/office/coins.tsx")).CoinsPage }),
      },
      {
        path: "corrections",
        lazy: async () => ({
          Component: (await import("#modules/corrections/office/corrections.tsx")).CorrectionsPage,
        }),
      },
      {
        path: "approvals",
        lazy: async () => ({ Component: (await import("#modules/approvals/office/approvals.tsx")).ApprovalsPage }),
      },
      {
        path: "approvals/:id",
        lazy: async () => ({ Component: (await import("#modules/approvals/office/approval.tsx")).ApprovalPage }),
      },
      {
        path: "harm",
        lazy: async () => ({ Component: (await import("#modules/harm/office/cases-page.tsx")).HarmCasesPage }),
      },
      {
        path: "harm/:id",
        lazy: async () => ({ Component: (await import("#modules/harm/office/player-page.tsx")).HarmPlayerPage }),
      },
      {
        path: "risk",
        lazy: async () => ({ Component: (await import("#modules/risk/office/cases-page.tsx")).RiskCasesPage }),
      },
      {
        path: "risk-clusters",
        lazy: async () => ({ Component: (await import("#modules/risk/office/clusters-page.tsx")).RiskClustersPage }),
      },
      {
        path: "risk-clusters/:id",
        lazy: async () => ({ Component: (await import("#modules/risk/office/cluster-page.tsx")).RiskClusterPage }),
      },
      {
        path: "risk-rules",
        lazy: async () => ({ Component: (await import("#modules/risk/office/rules-page.tsx")).RiskRulesPage }),
      },
      {
        path: "risk-rules/new",
        lazy: async () => ({ Component: (await import("#modules/risk/office/rule-page.tsx")).NewRiskRulePage }),
      },
      {
        path: "risk-rules/:id",
        lazy: async () => ({ Component: (await import("#modules/risk/office/rule-page.tsx")).RiskRulePage }),
      },
      {
        path: "risk/:id",
        lazy: async () => ({ Component: (await import("#modules/risk/office/player-page.tsx")).RiskPlayerPage }),
      },
      {
        path: "support/:id?",
        lazy: async () => ({ Component: (await import("#modules/support/office/support.tsx")).SupportPage }),
      },
      {
        path: "moderation",
        lazy: async () => ({ Component: (await import("#modules/profiles/office/moderation.tsx")).ModerationPage }),
      },
      {
        path: "rooms",
        lazy: async () => ({ Component: (await import("#modules/community-chat/office/chat-page.tsx")).ChatPage }),
      },
      { path: "wheel", lazy: async () => ({ Component: (await import("#modules/wheel/office/wheel.tsx")).WheelPage }) },
      {
        path: "nodes",
        lazy: async () => ({ Component: (await import("#modules/operations/office/nodes.tsx")).NodesPage }),
      },
      {
        path: "providers",
        lazy: async () => ({ Component: (await import("#modules/providers/office/providers.tsx")).ProvidersPage }),
      },
      {
        path: "games",
        lazy: async () => ({ Component: (await import("#modules/bets/office/games-page.tsx")).PlayedGamesPage }),
      },
      { path: "games/:game", lazy: playedGame },
      {
        path: "games/:game/bets/:id",
        lazy: async () => ({ Component: (await import("#modules/bets/office/bet-page.tsx")).OfficeBetPage }),
      },
      {
        path: "trading",
        lazy: async () => ({ Component: (await import("#modules/betting/office/trading-page.tsx")).TradingPage }),
      },
      {
        path: "trading/events/:id",
        lazy: async () => ({ Component: (await import("#modules/betting/office/event-page.tsx")).TradedEventPage }),
      },
      {
        path: "trading/players/:id",
        lazy: async () => ({ Component: (await import("#modules/betting/office/player-page.tsx")).TradedPlayerPage }),
      },
      {
        path: "trading/settlement",
        lazy: async () => ({ Component: (await import("#modules/betting/office/settlement-page.tsx")).SettlementPage }),
      },
      {
        path: "slips",
        lazy: async () => ({ Component: (await import("#modules/betting/office/slips-page.tsx")).SlipsPage }),
      },
      {
        path: "slips/:id",
        lazy: async () => ({ Component: (await import("#modules/betting/office/slip-page.tsx")).OfficeSlipPage }),
      },
      {
        path: "catalogue",
        lazy: async () => ({ Component: (await import("#modules/catalogue/office/games.tsx")).GamesPage }),
      },
      {
        path: "catalogue/:provider/:slug",
        lazy: async () => ({ Component: (await import("#modules/catalogue/office/game-page.tsx")).ProviderGamePage }),
      },
      {
        path: "rtp",
        lazy: async () => ({ Component: (await import("#modules/providers/office/rtp-monitor.tsx")).RtpMonitorPage }),
      },
      {
        path: "missions",
        lazy: async () => ({ Component: (await import("#modules/missions/office/missions-page.tsx")).MissionsPage }),
      },
      {
        path: "bonuses",
        lazy: async () => ({ Component: (await import("#modules/bonuses/office/campaigns.tsx")).BonusCampaignsPage }),
      },
      {
        path: "segments",
        lazy: async () => ({ Component: (await import("#modules/campaigns/office/segments-page.tsx")).SegmentsPage }),
      },
      {
        path: "campaigns",
        lazy: async () => ({
          Component: (await import("#modules/campaigns/office/campaigns-page.tsx")).TargetedCampaignsPage,
        }),
      },
      {
        path: "templates",
        lazy: async () => ({
          Component: (await import("#modules/messages/office/templates-page.tsx")).MessageTemplatesPage,
        }),
      },
      {
        path: "welcome-packs",
        lazy: async () => ({
          Component: (await import("#modules/welcome-pack/office/packs-page.tsx")).WelcomePacksPage,
        }),
      },
      {
        path: "canned",
        lazy: async () => ({ Component: (await import("#modules/support/office/canned-page.tsx")).CannedPage }),
      },
      {
        path: "content",
        lazy: async () => ({ Component: (await import("#modules/content/office/content-page.tsx")).ContentPage }),
      },
      {
        path: "site-texts",
        lazy: async () => ({ Component: (await import("#modules/content/office/site-texts-page.tsx")).SiteTextsPage }),
      },
      {
        path: "content/:kind/:key",
        lazy: async () => ({ Component: (await import("#modules/content/office/document-page.tsx")).DocumentPage }),
      },
      {
        path: "tournaments",
        lazy: async () => ({
          Component: (await import("#modules/tournaments/office/tournaments.tsx")).TournamentsPage,
        }),
      },
      {
        path: "jackpots",
        lazy: async () => ({ Component: (await import("#modules/jackpots/office/jackpots.tsx")).JackpotsPage }),
      },
      {
        path: "free-spins",
        lazy: async () => ({ Component: (await import("#modules/free-spins/office/campaigns.tsx")).CampaignsPage }),
      },
      {
        path: "partners",
        lazy: async () => ({ Component: (await import("#modules/partners/office/partners.tsx")).PartnersPage }),
      },
      {
        path: "partners/:id",
        lazy: async () => ({ Component: (await import("#modules/partners/office/partner.tsx")).PartnerPage }),
      },
      { path: "vip", lazy: async () => ({ Component: (await import("#modules/vip/office/vip.tsx")).VipPage }) },
      {
        path: "regions",
        lazy: regionsPage,
      },
      {
        path: "settings",
        lazy: async () => ({ Component: (await import("#modules/flags/office/settings-page.tsx")).SettingsPage }),
      },
      {
        path: "mirrors",
        lazy: async () => ({ Component: (await import("#modules/mirrors/office/mirrors-page.tsx")).MirrorsPage }),
      },
      {
        path: "jobs",
        lazy: async () => ({ Component: (await import("#modules/operations/office/jobs-page.tsx")).JobsPage }),
      },
      {
        path: "webhooks",
        lazy: async () => ({ Component: (await import("#modules/payments/office/webhooks-page.tsx")).WebhooksPage }),
      },
      {
        path: "identity-webhooks",
        lazy: async () => ({
          Component: (await import("#modules/verification/office/webhooks-page.tsx")).CheckWebhooksPage,
        }),
      },
      {
        path: "postbacks",
        lazy: async () => ({ Component: (await import("#modules/partners/office/postbacks-page.tsx")).PostbacksPage }),
      },
      {
        path: "exports",
        lazy: async () => ({ Component: (await import("#modules/exports/office/exports.tsx")).ExportsPage }),
      },
      {
        path: "reports",
        lazy: async () => ({ Component: (await import("#modules/reporting/office/schedules-page.tsx")).SchedulesPage }),
      },
      {
        path: "reports/:report",
        lazy: async () => ({ Component: (await import("#modules/reporting/office/report-page.tsx")).ReportPage }),
      },
      { path: "audit", lazy: async () => ({ Component: (await import("#modules/audit/office/audit.tsx")).AuditPage }) },
      {
        path: "operators",
        lazy: async () => ({ Component: (await import("#modules/operators/office/operators.tsx")).OperatorsPage }),
      },
      {
        path: "sessions/:operator?",
        lazy: async () => ({ Component: (await import("#modules/operators/office/sessions-page.tsx")).SessionsPage }),
      },
      { path: "*", element: <Navigate to="/" replace /> },
    ],
  },
]);
