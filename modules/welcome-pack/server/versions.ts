import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { locales } from "#kit/i18n/locale.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { type Campaign, openStep, requireProfile, stopSteps } from "#modules/bonuses/server/index.ts";
import { aloneUpTo } from "#modules/bonuses/shared/terms.ts";
import { type CampaignRow, type RoundTerms, readCampaign } from "#modules/free-spins/server/index.ts";
import { packClosed, packSpinsUnavailable } from "../shared/errors.ts";
import { costAtMost, roundsNeededUntil } from "../shared/terms.ts";
import type { OfficePackNeeds } from "./needs.ts";
import { reservePack } from "./reserve-pack.ts";
import { closeOpenPack, lockPack, type Pack, type Step, setPackState } from "./store.ts";

export const openRequest = "welcome_pack.open";
export const subjectOf = (id: string) => `welcome-pack:${id}`;

const named = z.object({ pack: z.uuid() });

/** A pack that may cost more than one operator may spend alone is opened by a second one's approval. */
export function registerOpening(needs: OfficePackNeeds): void {
  const { approvals, audit } = needs;
  approvals.register({
    kind: openRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: async (on, { payload }) =>
      (
        await on.query<{ state: string }>("SELECT state FROM welcome_pack.packs WHERE id = $1", [
          z.parse(named, payload).pack,
        ])
      ).rows[0]?.state ?? "",
    async run(tx, request, by) {
      const pack = await draftOf(needs, tx, z.parse(named, request.payload).pack);
      await open(needs, tx, pack, by.name);
      await audit.record(tx, by, {
        action: "welcome_pack.open",
        subject: subjectOf(pack.id),
        reason: request.reason,
        after: { ...packTerms(pack), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** draft → open: new players get it, instead of the version that was open. Undefined: it is open now; otherwise the request that another operator approves. */
export async function openVersion(
  needs: OfficePackNeeds,
  tx: Tx,
  id: string,
  reason: string,
  by: Asker,
): Promise<{ readonly pack: Pack; readonly request: AskedRequest | undefined }> {
  const pack = await draftOf(needs, tx, id);
  requireProfile(needs.host, pack.profile);
  if (needsApproval(pack)) {
    const payload = { pack: pack.id, ...packTerms(pack) };
    const content = { kind: openRequest, subject: subjectOf(pack.id), payload, reason };
    return { pack, request: await needs.approvals.ask(tx, content, by) };
  }
  await open(needs, tx, pack, by.name);
  return { pack, request: undefined };
}

/** open → closed: new players no longer get it. open, closed → stopped: no further step opens for any player. Bonuses that players have stay. */
export async function closeVersion(
  { host }: Pick<OfficePackNeeds, "host">,
  tx: Tx,
  { id, to, by }: { readonly id: string; readonly to: "closed" | "stopped"; readonly by: string },
): Promise<Pack> {
  const pack = (await lockPack(tx, id)) ?? fail(notFound);
  const from = to === "closed" ? ["open"] : ["open", "closed"];
  if (!from.includes(pack.state)) fail(packClosed, { data: { state: pack.state } });
  await setPackState(tx, pack.id, to, by);
  if (to === "stopped") {
    const campaigns = pack.steps.map(({ campaign }) => campaign);
    await stopSteps(tx, campaigns, by);
  }
  await reservePack(tx, pack.id, new Date(host.clock.now()));
  return pack;
}

export const needsApproval = ({ steps, players, currency }: Pick<Pack, "steps" | "players" | "currency">): boolean =>
  costAtMost(steps, players) > aloneUpTo[currency];

async function draftOf({ host }: OfficePackNeeds, tx: Tx, id: string): Promise<Pack> {
  const pack = (await lockPack(tx, id)) ?? fail(notFound);
  const isOver = pack.endsAt.getTime() <= host.clock.now();
  if (isOver || pack.state !== "draft") fail(packClosed, { data: { state: isOver ? "over" : pack.state } });
  return pack;
}

async function open({ host }: OfficePackNeeds, tx: Tx, pack: Pack, by: string): Promise<void> {
  requireProfile(host, pack.profile);
  const now = new Date(host.clock.now());
  for (const step of pack.steps) await requireRounds(tx, pack, step);
  const previous = await closeOpenPack(tx, pack.currency);
  if (previous) await reservePack(tx, previous, now);
  await setPackState(tx, pack.id, "open", by);
  const lacking = await reservePack(tx, pack.id, now);
  if (lacking !== undefined) fail(packSpinsUnavailable, { data: { step: lacking } });
  for (const step of pack.steps) await openStep(tx, campaignOf(pack, step), by, now);
}

/** The rounds of the step can be played until the last player of the pack may need them. Fails with `welcome_pack_spins_unavailable`. */
async function requireRounds(tx: Tx, pack: Pack, step: Step): Promise<void> {
  if (!step.rounds) return;
  const campaign = await readCampaign(tx, step.rounds.campaign, "FOR UPDATE");
  if (campaign?.state !== "open" || roundsLack(campaign, pack, step))
    fail(packSpinsUnavailable, { data: { step: step.step } });
}

/** What a campaign of free spins lacks for a step of this pack. */
export function roundsLack(
  { costCap, granted, expiresAt }: Pick<CampaignRow, "costCap" | "granted" | "expiresAt">,
  { steps, players, endsAt }: Pick<Pack, "steps" | "players" | "endsAt">,
  { step, maxAmount }: Pick<Step, "step" | "maxAmount">,
): "free_spins_too_few" | "free_spins_too_short" | undefined {
  if (expiresAt < roundsNeededUntil(steps, step, endsAt)) return "free_spins_too_short";
  return granted + maxAmount * BigInt(players) > costCap ? "free_spins_too_few" : undefined;
}

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/** The bonus of a step. The last player to get the pack may take all windows one after the other, with a year of breaks in between. */
function campaignOf(pack: Pack, step: Step): Campaign & { readonly pack: Pack["id"] } {
  const hours = pack.steps.reduce((sum, each) => sum + each.hours + each.windowHours, 0);
  const name = (text: string) => `${text} · ${step.step}/${pack.steps.length}`;
  return {
    id: step.campaign,
    pack: pack.id,
    name: Object.fromEntries(locales.map(locale => [locale, name(pack.title[locale])])) as Campaign["name"],
    kind: step.rounds ? "manual" : "deposit",
    freeSpins: step.rounds?.campaign ?? null,
    profile: pack.profile,
    currency: pack.currency,
    percent: step.percent,
    amount: step.maxAmount,
    minDeposit: step.minDeposit,
    wager: step.wager,
    hours: step.hours,
    budget: micros(step.maxAmount * BigInt(pack.players)),
    endsAt: new Date(pack.endsAt.getTime() + hours * hourMs + yearMs),
  };
}

const roundsGiven = ({ count, bet, slug }: RoundTerms) => `${count} free spins of ${formatAmount(bet)} on ${slug}`;

export function packTerms(
  pack: Pick<Pack, "title" | "currency" | "players" | "endsAt" | "steps">,
): Readonly<Record<string, Json>> {
  return {
    title: pack.title.en,
    currency: pack.currency,
    players: pack.players,
    cost: formatAmount(costAtMost(pack.steps, pack.players)),
    ends_at: pack.endsAt.toISOString(),
    steps: pack.steps.map(
      ({ percent, maxAmount, minDeposit, wager, hours, rounds }) =>
        `${rounds ? roundsGiven(rounds) : `${percent}% up to ${formatAmount(maxAmount)}, deposit from ${formatAmount(minDeposit ?? 0n)}`}, wager ${wager}x, ${hours} h`,
    ),
  };
}
