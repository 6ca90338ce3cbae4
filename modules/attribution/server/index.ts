import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { plainText } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import type { PromoRow } from "./store.ts";
import * as store from "./store.ts";

/** How long after registration the site may still send a player's source: the life of its own storage. */
const lateMs = 86_400_000;
const retentionMs = 400 * 86_400_000;
/** Networks are sent what happened within 30 days of the registration, partners within 60. */
const clickRetentionMs = 90 * 86_400_000;

/** The source of a visitor: advertisements, partners, promo codes; from the first visit to the account. */
export interface Attribution extends ServerModule {
  /** Every promo, including ended ones. */
  promos(): Promise<readonly PromoRow[]>;
  /** Adds a promo code, or changes it. Throws an Error with the reason if it is invalid. */
  setPromo(tx: Tx, promo: PromoRow): Promise<void>;
  /** Promo codes that a later module gives bonuses for; without it there are none. */
  connectPromoCodes(find: FindCode): void;
  /** Ends the code; earlier grants remain. False when it was not available. */
  endPromo(tx: Tx, code: string): Promise<boolean>;
  /** Adds a partner by the code of their links; one that is known stays. */
  addPartner(tx: Tx, code: string): Promise<void>;
  /** Runs when a guest has followed a link of a known partner. */
  onClick(listener: (click: AffiliateClick) => Promise<void>): void;
}

/** A guest on the link of a partner. */
export interface AffiliateClick {
  readonly partner: string;
  readonly stag: string | null;
}

/** What a code brings, for a visitor from this address; undefined for an unknown or used-up one. */
export type FindCode = (
  code: string,
  address: string,
) => Promise<{ readonly type: string; readonly value: string; readonly endsAt: Date | null } | undefined>;

export { sourceFacts } from "./facts.ts";
export type { PromoRow } from "./store.ts";
export { type AdClick, adClicksSince, clickIdOf, fingerprintHolders, fingerprintsOf, promoOfVisit } from "./store.ts";

export function createAttribution(host: Host, { accounts }: { accounts: Pick<Accounts, "onRegister"> }): Attribution {
  const now = () => new Date(host.clock.now());
  const clickListeners: ((click: AffiliateClick) => Promise<void>)[] = [];
  let findCode: FindCode = async () => undefined;
  accounts.onRegister((tx, player, source) => store.insertSource(tx, player, source, now()));
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    handlers: [
      ...sourceHandlers(host, now, { clickListeners, findCode: (code, address) => findCode(code, address) }),
      ...eventHandlers(host, now),
    ],
    connectPromoCodes(find) {
      findCode = find;
    },
    promos: () => store.allPromos(host.db),
    async setPromo(tx, promo) {
      refusePromo(promo);
      await store.putPromo(tx, promo);
    },
    endPromo: (tx, code) => store.endPromo(tx, code, now()),
    addPartner: (tx, code) => store.insertPartner(tx, code, now()),
    onClick: listener => void clickListeners.push(listener),
    personalData: player => store.sourceOf(host.db, player),
    onPlayerErased: store.erasePlayer,
    jobs: [
      {
        name: "attribution-sweep",
        cron: "37 3 * * *",
        async run() {
          await store.sweep(host.db, new Date(host.clock.now() - retentionMs));
          await store.forgetClicks(host.db, new Date(host.clock.now() - clickRetentionMs));
        },
      },
    ],
  };
}

/** A code is typed by people and used in URLs: short, and without characters that need escaping. */
function refusePromo({ code, type, value }: PromoRow): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(code)) throw new Error("a promo code is 1 to 64 letters, digits, - and _");
  if (!/^[a-z_]{1,40}$/.test(type)) throw new Error("the type of a promo is 1 to 40 small letters and _");
  if (value === "" || value.length > 200 || !plainText.test(value))
    throw new Error("the value of a promo is 1 to 200 characters");
}

interface SourceNeeds {
  readonly clickListeners: readonly ((click: AffiliateClick) => Promise<void>)[];
  readonly findCode: FindCode;
}

function sourceHandlers(host: Host, now: () => Date, { clickListeners, findCode }: SourceNeeds): readonly Handler[] {
  return [
    handle(contract.attributeUtm, async ({ input: { body } }) => {
      const id = host.ids.next();
      await store.insertAdVisit(host.db, { id, utm: body, query: shortQuery(body), now: now() });
      const promo = await store.promoOfCampaign(host.db, body.utm_campaign, now());
      return { advId: id, ...(promo && { promo: { type: promo.type, value: promo.value } }) };
    }),
    handle(contract.attachSource, async ({ input: { body }, session }) => {
      const source = {
        stag: body.stag ?? null,
        promo: body.promo ?? null,
        partner: body.partnerId ?? null,
        advId: body.advId ?? null,
        advertiseUid: body.advertiseUid ?? null,
        advertiseSource: body.advertiseSource ?? null,
        cpaOneUid: body.cpaOneUid ?? null,
        prHash: body.prHash ?? null,
      };
      if (source.advId !== null) await store.completeAdVisit(host.db, source);
      if (session) await complete(host, session.player, source);
      else await noteClick(host, source, clickListeners);
      return undefined;
    }),
    handle(contract.findAffiliate, async ({ input: { body } }) => {
      const { partner = null, stag = null } = body;
      return { data: { partner_id: await store.partnerOf(host.db, { partner, stag }) } };
    }),
    handle(contract.getPromo, async ({ input, ip }) => {
      const { code } = input.params;
      const promo = (await store.promoOfCode(host.db, code, now())) ?? (await findCode(code, ip));
      if (!promo) return fail(notFound);
      const left = promo.endsAt && Math.floor((promo.endsAt.getTime() - host.clock.now()) / 1000);
      return { data: { type: promo.type, value: promo.value, expires_in: left } };
    }),
  ];
}

/** The page sends a guest's source when its address had one: that is a click. */
async function noteClick(
  host: Host,
  { partner, stag }: store.Source,
  listeners: readonly ((click: AffiliateClick) => Promise<void>)[],
): Promise<void> {
  const known = await store.partnerOf(host.db, { partner, stag });
  if (known !== null) for (const listener of listeners) await listener({ partner: known, stag });
}

function complete(host: Host, player: PlayerId, source: store.Source): Promise<void> {
  return store.completeSource(host.db, player, source, new Date(host.clock.now() - lateMs));
}

/** The rest of a query: limited in number and length of names, and text only. Fails with `validation_failed` beyond that. */
function shortQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(query);
  const isShort = ([name, value]: [string, unknown]) =>
    name.length <= 60 && typeof value === "string" && value.length <= 500 && plainText.test(name + value);
  if (entries.length > 40 || !entries.every(isShort)) fail(validationFailed, { errors: { body: ["query_invalid"] } });
  return Object.fromEntries(entries) as Record<string, string>;
}

function eventHandlers(host: Host, now: () => Date): readonly Handler[] {
  return [
    handle(contract.registerPageOpen, async ({ input: { body } }) => {
      const { subH, uuid: fingerprint, click_url: url } = body;
      await store.insertPageOpen(host.db, { id: host.ids.next(), subH, fingerprint, url, now: now() });
      return undefined;
    }),
    handle(contract.trackEvent, async ({ input: { body }, session, hostname }) => {
      const player = session?.player ?? null;
      await store.insertEvent(host.db, { id: host.ids.next(), ...body, player, hostname, now: now() });
      return undefined;
    }),
  ];
}
