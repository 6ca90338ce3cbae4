import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import { type CampaignCost, checkedProfile, costOf } from "#modules/bonuses/server/index.ts";
import { readCampaign, roundTermsOf } from "#modules/free-spins/server/index.ts";
import { totalStake } from "#modules/free-spins/shared/campaign.ts";
import {
  closeVersion,
  countPlayers,
  insertPack,
  type NewPack,
  needsApproval,
  openRequest,
  openVersion,
  type Pack,
  packTerms,
  readPacks,
  roundsLack,
  type Step,
  subjectOf,
  type WelcomePacks,
} from "#modules/welcome-pack/server/index.ts";
import { costAtMost, windowHours } from "#modules/welcome-pack/shared/terms.ts";
import * as contract from "./contract.ts";

const most = 200;

/** Welcome packs, for operators. */
export function packHandlers({
  welcomePacks: { versions: needs },
}: {
  readonly welcomePacks: WelcomePacks;
}): readonly Handler[] {
  const { host } = needs;
  return [
    handle(contract.readWelcomePacks, async ({ locale }) => {
      const packs = await readPacks(host.db, most);
      const costs = await costOf(
        host.db,
        packs.flatMap(({ steps }) => steps.map(({ campaign }) => campaign)),
      );
      const players = await countPlayers(
        host.db,
        packs.map(({ id }) => id),
      );
      const inState = (pack: Pack, state: string) =>
        players.find(each => each.pack === pack.id && each.state === state)?.players ?? 0;
      return {
        data: packs.map(pack => ({
          ...packView(pack, costs, host.clock.now(), locale),
          running: inState(pack, "running"),
          finished: inState(pack, "finished"),
        })),
      };
    }),
    act(host, contract.createWelcomePack, async (tx, { operator, input: { body } }) => {
      const { reason, title, currency, players, steps } = body;
      const endsAt = new Date(body.ends_at);
      if (endsAt.getTime() <= host.clock.now()) fail(validationFailed, { errors: { ends_at: ["time_invalid"] } });
      const pack: NewPack = {
        id: host.ids.next(),
        currency: currency as Currency,
        title,
        players,
        endsAt,
        profile: checkedProfile(
          host,
          steps.map(({ wager, free_spins: freeSpins }) => ({
            product: "games",
            wager,
            ...(freeSpins && { freeSpins }),
          })),
          () => "steps",
        ),
        steps: await Promise.all(
          steps.map(async ({ percent, max_amount, min_deposit, free_spins, wager, hours }, index) => ({
            step: index + 1,
            campaign: host.ids.next(),
            ...(free_spins === undefined
              ? {
                  percent: percent ?? null,
                  maxAmount: sum(max_amount ?? ""),
                  minDeposit: sum(min_deposit ?? ""),
                  rounds: null,
                }
              : { percent: null, minDeposit: null, ...(await roundsGiven(tx, free_spins as Uuid, currency)) }),
            wager,
            hours,
            windowHours,
          })),
        ),
      };
      await requireEnough(tx, pack);
      const version = await insertPack(tx, pack, operator.name, new Date(host.clock.now()));
      return {
        answer: { data: { id: pack.id, version } },
        auditAction: { action: "welcome_pack.create", subject: subjectOf(pack.id), reason, after: packTerms(pack) },
      };
    }),
    act(host, contract.openWelcomePack, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const { pack, request } = await openVersion(needs, tx, params.id, reason, operator);
      const answer = { data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null } };
      const subject = subjectOf(pack.id);
      const after = packTerms(pack);
      if (!request) return { answer, auditAction: { action: "welcome_pack.open", subject, reason, after } };
      const payload = { kind: openRequest, subject, payload: after };
      return { answer, auditAction: requestAction(request, reason, payload) };
    }),
    act(host, contract.closeWelcomePack, async (tx, { operator, input: { params, body } }) => {
      const { to, reason } = body;
      const pack = await closeVersion(needs, tx, { id: params.id, to, by: operator.name });
      const action = to === "closed" ? ("welcome_pack.close" as const) : ("welcome_pack.stop" as const);
      return {
        answer: { data: { state: to } },
        auditAction: { action, subject: subjectOf(pack.id), reason, after: packTerms(pack) },
      };
    }),
  ];
}

/** An amount above zero in whole hundredths; the contract has checked its grammar. */
function sum(text: string): Micros {
  const amount = parseAmount(text);
  if (amount === undefined || amount <= 0n || amount % 10_000n !== 0n)
    return fail(validationFailed, { errors: { steps: ["amount_invalid"] } });
  return amount;
}

/** The rounds of a drafted or open campaign of free spins in this currency, whose wins are collected. */
async function roundsGiven(tx: Tx, id: Uuid, currency: string): Promise<Pick<Step, "rounds" | "maxAmount">> {
  const campaign = await readCampaign(tx, id);
  const rounds = (await roundTermsOf(tx, [id])).get(id);
  if (!rounds || campaign?.wins !== "bonus" || campaign.currency !== currency || campaign.state === "cancelled")
    return fail(validationFailed, { errors: { steps: ["free_spins_not_allowed"] } });
  return { rounds, maxAmount: totalStake(rounds.bet, rounds.count) };
}

/** Campaigns of free spins suffice for every player of the pack. */
async function requireEnough(tx: Tx, pack: NewPack): Promise<void> {
  for (const step of pack.steps) {
    const campaign = step.rounds && (await readCampaign(tx, step.rounds.campaign));
    const lack = campaign && roundsLack(campaign, pack, step);
    if (lack) fail(validationFailed, { errors: { steps: [lack] } });
  }
}

function packView(
  pack: Pack,
  costs: readonly CampaignCost[],
  now: number,
  locale: Locale,
): Omit<contract.PackView, "running" | "finished"> {
  const { id, title, currency, version, players, taken, endsAt, createdBy, openedBy } = pack;
  const isOver = endsAt.getTime() <= now && (pack.state === "draft" || pack.state === "open");
  return {
    id,
    title: title[locale],
    currency,
    version,
    state: isOver ? "over" : pack.state,
    steps: pack.steps.map(({ step, campaign, percent, maxAmount, minDeposit, rounds, wager, hours }) => {
      const cost = costs.find(each => each.campaign === campaign);
      return {
        step,
        percent,
        max_amount: formatAmount(maxAmount),
        min_deposit: minDeposit === null ? null : formatAmount(minDeposit),
        rounds: rounds && {
          game: rounds.titles[languageOf(locale)],
          count: rounds.count,
          bet: formatAmount(rounds.bet),
        },
        wager,
        hours,
        claims: cost?.claims ?? 0,
        given: formatAmount(cost?.given ?? (0n as Micros)),
        released: formatAmount(cost?.released ?? (0n as Micros)),
      };
    }),
    players,
    taken,
    cost_at_most: formatAmount(costAtMost(pack.steps, players)),
    ends_at: endsAt.toISOString(),
    created_by: createdBy,
    opened_by: openedBy,
    needs_approval: needsApproval(pack),
  };
}
