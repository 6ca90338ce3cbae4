import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { guardedUrl } from "#kit/http/guarded-request.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import * as contract from "../shared/contract.ts";
import { linkExists, partnerCodeTaken, partnerExists, partnerNotApproved } from "../shared/errors.ts";
import { hasValidMacros } from "../shared/postback.ts";
import { planOn, type StatementNeeds } from "./close-month.ts";
import { figuresFile, readFigures } from "./figures.ts";
import { monthOf } from "./months.ts";
import { isHostOf } from "./own-host.ts";
import { balanceOf, requestPayout } from "./payouts.ts";
import type { PlanNeeds } from "./plans.ts";
import { eventsOf, postbacksOf, putPostback } from "./postback-store.ts";
import { postbackSecret } from "./send-postbacks.ts";
import { statementsOf } from "./statement-store.ts";
import {
  insertLink,
  insertPartner,
  linksOf,
  lockPartner,
  type PartnerRow,
  partnerOfCode,
  partnerOfPlayer,
  payoutsOf,
  plansOf,
  subPartnersOf,
} from "./store.ts";
import { partnerView, payoutView } from "./views.ts";

interface Needs {
  /** A fresh proof before a withdrawal; without it none is required. */
  readonly factors?: Pick<Factors, "proofToSpend">;
  readonly feeGames: StatementNeeds["feeGames"];
}

/** The calls of partners. */
export function partnerHandlers(host: Host, { factors, feeGames }: Needs, planNeeds: PlanNeeds): readonly Handler[] {
  const approved = async (player: PlayerId): Promise<PartnerRow> => {
    const own = await partnerOfPlayer(host.db, player);
    return own?.status === "approved" ? own : fail(partnerNotApproved);
  };
  const figures = async (player: PlayerId, month: string) => {
    const own = await partnerOfPlayer(host.db, player);
    if (own?.status !== "approved" && own?.status !== "suspended") return fail(partnerNotApproved);
    return readFigures(feeGames, host.db, own, month, new Date(host.clock.now()));
  };
  return [
    handle(contract.getPartner, async ({ session }) => {
      const own = await partnerOfPlayer(host.db, session.player);
      return { data: own ? await viewOf(host, own) : null };
    }),
    handle(contract.applyAsPartner, async ({ session, input: { body } }) => {
      const inviter = body.invited_by === undefined ? undefined : await partnerOfCode(host.db, body.invited_by);
      if (body.invited_by !== undefined && inviter?.status !== "approved")
        fail(validationFailed, { errors: { invited_by: ["inviter_unknown"] } });
      const row: PartnerRow = {
        id: host.ids.next(),
        code: body.code,
        playerId: session.player,
        site: body.site,
        about: body.about,
        currency: body.currency as Currency,
        status: "applied",
        appliedAt: new Date(host.clock.now()),
        decidedAt: null,
        decidedBy: null,
        reason: null,
        invitedBy: inviter?.id ?? null,
        subExcluded: null,
        subExcludedAt: null,
      };
      const taken = await host.db.tx(tx => insertPartner(tx, row));
      if (taken) fail(taken === "account" ? partnerExists : partnerCodeTaken);
      return { data: { status: row.status } };
    }),
    handle(contract.getPartnerFigures, async ({ session, input: { query } }) => ({
      data: await figures(session.player, query.month),
    })),
    handle(contract.getPartnerFiguresFile, async call => {
      const { month } = call.input.query;
      call.setHeader("content-disposition", `attachment; filename="fairhouse-partner-${month}.csv"`);
      return figuresFile(await figures(call.session.player, month));
    }),
    handle(contract.createPartnerLink, async ({ session, input: { body } }) => {
      const own = await approved(session.player);
      const id = host.ids.next();
      await host.db.tx(async tx => {
        await lockPartner(tx, own.id);
        if ((await linksOf(tx, own.id)).length >= contract.mostLinks)
          fail(validationFailed, { errors: { stag: ["links_too_many"] } });
        const link = { id, partnerId: own.id, createdAt: new Date(host.clock.now()) };
        if (!(await insertLink(tx, { ...link, name: body.name, stag: body.stag, path: body.path }))) fail(linkExists);
      });
      return { data: { id } };
    }),
    handle(contract.getPostbacks, async ({ session }) => {
      const own = await approved(session.player);
      const log = await eventsOf(host.db, own.id, 50);
      return {
        data: {
          secret: postbackSecret(host, own.id),
          postbacks: (await postbacksOf(host.db, own.id)).map(({ event, url }) => ({ event, url })),
          log: log.map(({ id, event, happenedAt, state, tries, outcome }) => ({
            event_id: id,
            event,
            happened_at: happenedAt.toISOString(),
            state,
            tries,
            outcome,
          })),
        },
      };
    }),
    handle(contract.setPostback, async ({ session, input: { body } }) => {
      const own = await approved(session.player);
      const { event, url } = body;
      if (url !== null) refuseAddress(host, own, url);
      await host.db.tx(tx => putPostback(tx, own.id, { event, url, at: new Date(host.clock.now()) }));
      return undefined;
    }),
    handle(contract.requestPartnerPayout, async ({ session, key, input: { body } }) => {
      const own = await approved(session.player);
      const spendProof = await factors?.proofToSpend(session);
      const { amount, destination } = body;
      const row = await host.db.tx(async tx => {
        const asked = { partner: own.id, key, amount: parseDecimal(amount), destination };
        const made = await requestPayout(planNeeds, tx, asked);
        if (made.isNew) await spendProof?.(tx, made.row.id);
        return made.row;
      });
      return { data: payoutView(row) };
    }),
  ];
}

/** Fails with `validation_failed`: `url_invalid`, or `host_not_yours` outside the partner's own site. The sandbox's host may be private, as it is configured. */
function refuseAddress({ config }: Pick<Host, "config">, { site }: PartnerRow, template: string): void {
  const trusted = new Set(config.AD_NETWORK_HOSTS);
  const url = hasValidMacros(template) ? guardedUrl(template.replace(/[{}]/g, ""), trusted) : undefined;
  if (!url) fail(validationFailed, { errors: { url: ["url_invalid"] } });
  if (!isHostOf(site, url.hostname)) fail(validationFailed, { errors: { url: ["host_not_yours"] } });
}

async function viewOf(host: Host, partner: PartnerRow) {
  return partnerView(partner, {
    plan: planOn(await plansOf(host.db, partner.id), monthOf(host.clock.now())),
    balance: await balanceOf(host.db, partner),
    links: await linksOf(host.db, partner.id),
    subs: await subPartnersOf(host.db, partner.id),
    statements: await statementsOf(host.db, partner.id),
    payouts: await payoutsOf(host.db, partner.id),
  });
}
