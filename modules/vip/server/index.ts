import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { blockedAmong } from "#modules/limits/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import type { Projections } from "#modules/projections/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import { collectReward as collectCall, getRewards, getVipRequest, getVipTerms, joinVip } from "../shared/contract.ts";
import { nothingToCollect, rewardsOnBreak, vipRequestOpen } from "../shared/errors.ts";
import { type AnsweredRequest, type Answering, answerRequest } from "./answer-request.ts";
import { collectReward, type RewardNeeds } from "./collect-reward.ts";
import { figuresOf } from "./figures.ts";
import { draftTerms, registerTerms, type TermsNeeds } from "./publish-terms.ts";
import { reachLevels, readWagers, wageredOf } from "./reach-levels.ts";
import {
  collectionsOf,
  type HostRef,
  hostedPlayers,
  hostsOf,
  levelsOf,
  perksOf,
  readTerms,
  setHost,
} from "./reward-store.ts";
import { countOpen, insertRequest, lastRequest, type OpenRequest, requestsOf, requestsToSee } from "./store.ts";
import { dayOf, mondayOf, termsOn } from "./terms-on.ts";
import { levelName, rewardsView, termsView } from "./views.ts";

export { vipFacts } from "./facts.ts";
export type { Drafted } from "./publish-terms.ts";
export type { TermsRow } from "./reward-store.ts";
export { highestLevels } from "./reward-store.ts";
export { percentOf } from "./views.ts";

export interface Vip extends ServerModule {
  /** For operators: open requests, oldest first, and the last answered ones. */
  requests(limit: number): Promise<readonly OpenRequest[]>;
  waiting(): Promise<number>;
  /** Answers a request once; null when it is already answered or does not exist. */
  answer(tx: Tx, answering: Answering): Promise<AnsweredRequest | null>;
  /** Operators who answer players by name. */
  readonly hosts: {
    all(): ReturnType<typeof hostedPlayers>;
    of: typeof hostsOf;
    /** Null: nobody from the commit. Returns who it was. */
    set(tx: Tx, player: PlayerId, to: HostRef | null): Promise<HostRef | undefined>;
  };
  /** Versions of the terms, the oldest first; a draft is published, or waits for another person. */
  readonly terms: {
    all(): ReturnType<typeof readTerms>;
    draft(tx: Tx, ...draft: DraftParameters): ReturnType<typeof draftTerms>;
  };
}

type DraftParameters = Parameters<typeof draftTerms> extends [unknown, unknown, ...infer Rest] ? Rest : never;

interface Needs {
  readonly accounts: Pick<Accounts, "contribute">;
  readonly payments: Pick<Payments, "raisePayoutLimit">;
  readonly projections: Pick<Projections, "foldNow" | "onFolded">;
  readonly wallet: RewardNeeds["wallet"] & Pick<Wallet, "balances">;
  readonly approvals: TermsNeeds["approvals"];
  readonly audit: TermsNeeds["audit"];
}

const dayMs = 86_400_000;
const mostHosted = 1_000;

/** The VIP club: levels by what was staked, and rewards by what it costs on average. */
export function createVip(host: Host, { accounts, payments, projections, wallet, approvals, audit }: Needs): Vip {
  const termsNeeds = { host, approvals, audit };
  const now = () => new Date(host.clock.now());
  const today = () => dayOf(host.clock.now());
  registerTerms(termsNeeds);

  let played = new Set<PlayerId>();
  projections.onFolded(async players => {
    for (const player of players) played.add(player);
  });

  /** Updates the levels of players who have bet since the last run. Players that a process did not reach before it ended follow with their next bet or visit. */
  async function followLevels(): Promise<void> {
    const players = [...played];
    played = new Set();
    await reachLevels(host, players);
  }

  const levelOf = async (on: Queryable, player: PlayerId) => (await levelsOf(on, [player])).at(-1)?.level ?? 0;

  /** Factor of payout limits by the level, or by the next one for players who were granted higher limits. */
  async function payoutFactor(on: Queryable, player: PlayerId): Promise<number> {
    const [level, perks, all] = [await levelOf(on, player), await perksOf(on, player), await readTerms(on)];
    const { levels } = termsOn(all, today()).terms;
    const counted = Math.min(level + (perks.higherLimits ? 1 : 0), levels.length);
    return levels[counted - 1]?.payoutFactor ?? 1;
  }
  payments.raisePayoutLimit(payoutFactor);
  accounts.contribute("vip", async ({ id }) => {
    const level = await levelOf(host.db, id);
    return { premium: { status: level === 0 ? null : levelName(level) } };
  });

  async function rewardsOf(player: PlayerId) {
    await reachLevels(host, [player]);
    const [day, all] = [today(), await readTerms(host.db)];
    const { days, prices } = await readWagers(host.db, [player]);
    const isBlocked = (await blockedAmong(host.db, [player], now())).length > 0;
    return rewardsView({
      level: await levelOf(host.db, player),
      wagered: wageredOf(days, prices),
      perks: await perksOf(host.db, player),
      payoutFactor: await payoutFactor(host.db, player),
      mayCollect: !isBlocked,
      figures: await figuresOf(host.db, player, day),
      terms: termsOn(all, day),
      nextMonday: new Date((mondayOf(day) + 7) * dayMs),
    });
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [vipRequestOpen, nothingToCollect, rewardsOnBreak],
    requests: limit => requestsToSee(host.db, limit),
    waiting: () => countOpen(host.db),
    answer: (tx, answering) => answerRequest(host, tx, answering),
    hosts: {
      all: () => hostedPlayers(host.db, mostHosted),
      of: hostsOf,
      async set(tx, player, to) {
        const before = (await hostsOf(tx, [player])).get(player);
        await setHost(tx, player, to);
        return before;
      },
    },
    terms: {
      all: () => readTerms(host.db),
      draft: (tx, ...draft) => draftTerms(termsNeeds, tx, ...draft),
    },
    personalData: async player => ({
      requests: await requestsOf(host.db, player, "en"),
      levels: (await levelsOf(host.db, [player])).map(({ level, reachedAt }) => ({
        level: levelName(level),
        reached_at: reachedAt.toISOString(),
      })),
      collected: (await collectionsOf(host.db, player)).map(({ kind, currency, amount, at }) => ({
        kind,
        currency,
        amount: formatAmount(amount),
        at: at.toISOString(),
      })),
    }),
    jobs: [{ name: "vip-follow-levels", cron: "* * * * *", run: followLevels }],
    handlers: [
      handle(joinVip, async ({ session, input }) => {
        const id = host.ids.next();
        const request = { id, player: session.player, type: input.body.request_type };
        const isNew = await host.db.tx(tx => insertRequest(tx, request, now()));
        if (!isNew) fail(vipRequestOpen);
        return { data: { id, status: "open" as const } };
      }),
      handle(getVipRequest, async ({ session, locale }) => ({
        data: await lastRequest(host.db, session.player, locale),
      })),
      handle(getVipTerms, async () => ({ data: termsView(termsOn(await readTerms(host.db), today())) })),
      handle(getRewards, async ({ session }) => ({ data: await rewardsOf(session.player) })),
      handle(collectCall, async ({ session: { player }, key, input: { params, body } }) => {
        await projections.foldNow([player]).catch(() => fail(unavailable));
        await reachLevels(host, [player]);
        const currency = body.currency as Currency;
        const amount = await collectReward({ host, wallet }, { player, key, kind: params.kind, currency });
        return { data: { kind: params.kind, currency, amount: formatAmount(amount) } };
      }),
    ],
  };
}

export type { Answering } from "./answer-request.ts";
