import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Attribution } from "#modules/attribution/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import type { Projections } from "#modules/projections/server/index.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import manifest from "../module.ts";
import {
  linkExists,
  partnerClosed,
  partnerCodeTaken,
  partnerExists,
  partnerFunds,
  partnerNotApproved,
  postbackNotFailed,
} from "../shared/errors.ts";
import { closeMonths, differingMonths, type StatementNeeds } from "./close-month.ts";
import { endPartner, hasPartnerMoney, redactPartner, redactPayouts, wasPaid } from "./close-partner.ts";
import { decideFlag, type FlagDecision } from "./decide-flag.ts";
import type { SendNeeds } from "./deliver.ts";
import { excludeLinked } from "./exclude-linked.ts";
import { type FlagRow, flagsOf, openFlags } from "./flag-store.ts";
import { foldMoney } from "./fold-money.ts";
import { partnerHandlers } from "./handlers.ts";
import { dayOf } from "./months.ts";
import {
  type ConversionRow,
  conversionsOf,
  forgetConversions,
  type NetworkRow,
  networksOf,
  newestConversions,
} from "./network-store.ts";
import { type NetworkNeeds, noteConversions, putNetwork, sendConversions } from "./networks.ts";
import { noteEvents } from "./note-events.ts";
import { balanceOf, declinePayout } from "./payouts.ts";
import { askPayment, askPlan, type PlanNeeds, registerRequests } from "./plans.ts";
import { countClick, insertPlayer, playersOf, type ReferredPlayer } from "./player-store.ts";
import { insertEvent } from "./postback-store.ts";
import { qualifyPlayers } from "./qualify-players.ts";
import { raiseFlags } from "./raise-flags.ts";
import { sendPostbacks } from "./send-postbacks.ts";
import { type StatementRow, statementsOf } from "./statement-store.ts";
import {
  countApplied,
  listPartners,
  lockPartner,
  type PartnerRow,
  type PayoutRow,
  type PlanRow,
  partnerById,
  partnerOfCode,
  partnerOfPlayer,
  payoutsOf,
  plansOf,
  setStatus,
  subPartnersOf,
} from "./store.ts";

export type { FlagRow } from "./flag-store.ts";
export { partnerInvariants } from "./invariants.ts";
export { exclusionsOf } from "./player-store.ts";
export { latestEvents, sendAgain } from "./postback-store.ts";
export type { PartnerRow } from "./store.ts";

/** A partner as operators see them. */
export interface PartnerFile {
  readonly partner: PartnerRow;
  readonly balance: bigint;
  readonly plans: readonly PlanRow[];
  readonly statements: readonly StatementRow[];
  readonly payouts: readonly PayoutRow[];
  readonly players: readonly ReferredPlayer[];
  readonly invitedBy: PartnerRow | undefined;
  readonly subs: readonly PartnerRow[];
  readonly flags: readonly FlagRow[];
  /** Closed months that would have another hash today. */
  readonly differing: readonly string[];
}

export interface Partners extends ServerModule {
  readonly networks: AdNetworks;
  /** For operators, after a place: applications first. */
  list(page: Parameters<typeof listPartners>[1]): Promise<readonly PartnerRow[]>;
  /** Applications, withdrawals and flags that wait for an operator. */
  waiting(): Promise<number>;
  /** Undefined when there is none. */
  file(id: Uuid): Promise<PartnerFile | undefined>;
  askPlan(tx: Tx, asked: Parameters<typeof askPlan>[2], by: Asker): Promise<AskedRequest>;
  askPayment(tx: Tx, asked: Parameters<typeof askPayment>[2], by: Asker): Promise<AskedRequest>;
  declinePayout(tx: Tx, id: Uuid, by: { readonly name: string; readonly note: string }): Promise<PayoutRow>;
  /** Open flags of each of these partners; partners without one are missing. */
  openFlags(partners: readonly Uuid[]): Promise<ReadonlyMap<Uuid, number>>;
  /** Fails with `not_found`, `partner_closed`. */
  decideFlag(tx: Tx, id: Uuid, decision: FlagDecision): Promise<FlagRow>;
  /** Declines an application, suspends a partner, or ends a suspension. Fails with `not_found`, `partner_closed`. */
  decide(tx: Tx, id: Uuid, decision: Decision): Promise<{ readonly before: PartnerRow }>;
}

/** Advertising networks, for the back office. */
export interface AdNetworks {
  all(): Promise<readonly NetworkRow[]>;
  log(): Promise<readonly ConversionRow[]>;
  /** Fails with `validation_failed`. */
  put(tx: Tx, network: Omit<NetworkRow, "changedAt">): Promise<void>;
}

export interface Decision {
  readonly status: "declined" | "suspended" | "approved";
  readonly reason: string;
  readonly by: string;
}

interface Needs extends Omit<PlanNeeds, "host"> {
  readonly accounts: Pick<Accounts, "onRegister" | "people">;
  readonly attribution: Pick<Attribution, "addPartner" | "onClick">;
  readonly projections: Pick<Projections, "foldNow">;
  readonly verification: Pick<Verification, "levelOf">;
  /** A fresh proof before a withdrawal; without it none is required. */
  readonly factors?: Pick<Factors, "proofToSpend">;
  readonly feeGames: StatementNeeds["feeGames"];
  readonly haveDeposited: NetworkNeeds["haveDeposited"];
  /** Sends a postback; another one in tests. */
  readonly get?: SendNeeds["get"];
}

/** From which status an operator may set each alone; approval of an application takes a plan. */
const decisions = { declined: "applied", suspended: "approved", approved: "suspended" } as const;
const mostFlags = 200;
const stagPattern = /^[a-z0-9_-]{1,40}$/;

/** Affiliates: links, what their players bring, monthly statements, withdrawals. */
export function createPartners(host: Host, needs: Needs): Partners {
  const { accounts, attribution, projections, verification, wallet, feeGames, haveDeposited, get } = needs;
  const sendNeeds = { host, haveDeposited, ...(get && { get }) };
  const planNeeds: PlanNeeds = { ...needs, host };
  const now = () => new Date(host.clock.now());
  registerRequests(planNeeds);

  accounts.onRegister(async (tx, player, { partner, stag = "", adplace = null }) => {
    const known = partner === undefined ? undefined : await partnerOfCode(tx, partner);
    if (known?.status !== "approved") return;
    await insertPlayer(tx, { player, partner: known.id, stag: stagOf(stag), adplace, at: now() });
    // A minute later, when the page has sent the click id as well.
    const [id, nextAt] = [host.ids.next(), new Date(host.clock.now() + 60_000)];
    const event = { id, partnerId: known.id, playerId: player, event: "registration" as const, amount: null };
    await insertEvent(tx, { ...event, happenedAt: now(), nextAt });
  });
  attribution.onClick(async ({ partner, stag }) => {
    const known = await partnerOfCode(host.db, partner);
    if (known?.status === "approved") await countClick(host.db, known.id, dayOf(host.clock.now()), stagOf(stag ?? ""));
  });

  async function follow(): Promise<void> {
    await foldMoney(host);
    await excludeLinked(host);
    await raiseFlags(host);
    await qualifyPlayers({ host, feeGames, levelOf: verification.levelOf });
    await noteEvents(host);
  }
  async function close(): Promise<void> {
    await projections.foldNow();
    await follow();
    await closeMonths({ host, wallet, feeGames, people: accounts.people });
  }

  async function file(id: Uuid): Promise<PartnerFile | undefined> {
    const partner = await partnerById(host.db, id);
    if (!partner) return undefined;
    return {
      partner,
      balance: await balanceOf(host.db, partner),
      plans: await plansOf(host.db, id),
      statements: await statementsOf(host.db, id),
      payouts: await payoutsOf(host.db, id),
      players: await playersOf(host.db, id),
      invitedBy: partner.invitedBy === null ? undefined : await partnerById(host.db, partner.invitedBy),
      subs: await subPartnersOf(host.db, id),
      flags: await flagsOf(host.db, id, mostFlags),
      differing: await differingMonths({ feeGames }, host.db, id),
    };
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [
      partnerExists,
      partnerCodeTaken,
      partnerNotApproved,
      linkExists,
      partnerFunds,
      partnerClosed,
      postbackNotFailed,
    ],
    list: page => listPartners(host.db, page),
    waiting: () => countApplied(host.db),
    file,
    askPlan: (tx, asked, by) => askPlan(planNeeds, tx, asked, by),
    askPayment: (tx, asked, by) => askPayment(planNeeds, tx, asked, by),
    declinePayout: (tx, id, by) => declinePayout(planNeeds, tx, id, by),
    async decide(tx, id, { status, reason, by }) {
      const before = (await lockPartner(tx, id)) ?? fail(notFound);
      if (before.status !== decisions[status]) fail(partnerClosed);
      await setStatus(tx, id, { status, at: now(), by, reason });
      return { before };
    },
    openFlags: ids => openFlags(host.db, ids),
    decideFlag: (tx, id, decision) => decideFlag(host, tx, id, decision),
    networks: {
      all: () => networksOf(host.db),
      log: () => newestConversions(host.db, 100),
      put: (tx, network) => putNetwork({ host }, tx, network),
    },
    personalData: async player => {
      const own = await partnerOfPlayer(host.db, player);
      const conversions = (await conversionsOf(host.db, player)).map(
        ({ source, event, clickId, state, happenedAt }) => ({
          source,
          event,
          click_id: clickId,
          state,
          happened_at: happenedAt.toISOString(),
        }),
      );
      const withdrawals = (own ? await payoutsOf(host.db, own.id) : []).map(payout => ({
        amount: formatAmount(payout.amount),
        currency: payout.currency,
        destination: payout.destination,
        status: payout.status,
        requested_at: payout.requestedAt.toISOString(),
        ended_at: payout.endedAt?.toISOString() ?? null,
      }));
      return {
        partner: own ? { code: own.code, site: own.site, about: own.about, status: own.status, withdrawals } : null,
        conversions,
      };
    },
    closingObstacles: async (tx, player) => ((await hasPartnerMoney(tx, player)) ? ["partner_balance"] : []),
    async onAccountClosed(tx, player) {
      await forgetConversions(tx, player);
      await endPartner(host, tx, player);
    },
    isIdentityRetained: wasPaid,
    onPlayerErased: redactPartner,
    onRetentionEnded: redactPayouts,
    jobs: [
      { name: "partners-follow", cron: "*/10 * * * *", run: follow },
      { name: "partners-postbacks", cron: "* * * * *", run: () => sendPostbacks(sendNeeds) },
      {
        name: "partners-networks",
        cron: "* * * * *",
        async run() {
          await noteConversions(sendNeeds);
          await sendConversions(sendNeeds);
        },
      },
      { name: "partners-close", cron: "23 * * * *", run: close },
    ],
    handlers: partnerHandlers(host, needs, planNeeds),
  };
}

/** Text from a link: what is no stag of ours counts as none. */
const stagOf = (text: string): string => (stagPattern.test(text) ? text : "");
