import { readFileSync } from "node:fs";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import { createBeacon, mountBeacon } from "./beacon.ts";
import { mountCaptchaProvider } from "./captcha-provider.ts";
import type { Chain } from "./chain/chain.ts";
import { mountChain } from "./chain/chain-page.ts";
import { mountControls } from "./controls.ts";
import { createCountries, mountCountries, mountOtherSites } from "./countries.ts";
import { sendPage } from "./html.ts";
import { mountInbox } from "./inbox-page.ts";
import { mountKycProvider } from "./kyc-provider.ts";
import { mountMailServer } from "./mail-server.ts";
import { createMessenger } from "./messenger.ts";
import { mountOpenid } from "./openid.ts";
import { createOutbox } from "./outbox.ts";
import { mountPaymentPage } from "./payment-page.ts";
import { createPayouts } from "./payouts.ts";
import { createProvider } from "./provider.ts";
import { mountProviderApi } from "./provider-api.ts";
import { createRateFeed, mountRates } from "./rates.ts";
import { createRefunds } from "./refunds.ts";
import { mountSmsProvider } from "./sms-provider.ts";
import { openState } from "./state.ts";

export interface SandboxOptions {
  readonly clock: Clock;
  /** Where invoices are kept over a restart. */
  readonly dataFolder: string;
  /** Signs both directions between shop and provider. */
  readonly paymentsSecret: string;
  /** Where the shop takes webhooks. */
  readonly webhookAddress: string;
  readonly publicUrl: string;
  readonly beaconSeed: Uint8Array;
  /** What the SMS company knows its customer by. */
  readonly smsToken: string;
  /** Where the mail server listens; without it there is none. */
  readonly smtpPort?: number;
  /** Opens the chain, once everything else is ready; without it, or when it has nothing for this platform, there is none. */
  readonly openChain?: () => Promise<Chain | undefined>;
  /** A second payment company of the same kind: what both sides sign with, and where its messages go. Without it there is none. */
  readonly reserve?: { readonly secret: string; readonly webhookAddress: string };
  /** The verification company: what both sides sign with, and where its answers go. Without it there is none. */
  readonly kyc?: { readonly secret: string; readonly address: string };
  /** Of the companies one signs in through: the secret of their client, and where it takes their answer. */
  readonly openid?: { readonly secret: string; readonly redirectAddress: string };
}

/** The companies outside the house, behind one port. Knows nothing of the house but its addresses and the shared secret. */
export function createSandbox(options: SandboxOptions): FastifyInstance {
  const { clock, paymentsSecret: secret, publicUrl } = options;
  const app = Fastify({ bodyLimit: 64 * 1024 });
  // Every body stays bytes: signatures are over bytes, and forms are read where they are used.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  const state = openState(join(options.dataFolder, "invoices.json"));
  const messenger = createMessenger({ clock, state, secret, address: options.webhookAddress });
  const provider = createProvider({ clock, state, messenger });
  const payouts = createPayouts({ clock, state, messenger });
  const refunds = createRefunds({ clock, state, messenger });
  mountProviderApi(app, { provider, payouts, refunds, clock, secret, publicUrl, prefix: "" });
  mountPaymentPage(app, { provider, clock, prefix: "" });
  const reserve = options.reserve && mountReserve(app, options, options.reserve);
  const countries = createCountries();
  mountCountries(app, countries);
  mountOtherSites(app, (reply, title, body) => sendPage(reply, "en", title, body));
  if (options.openid) mountOpenid(app, { publicUrl, ...options.openid });
  const rates = createRateFeed(clock);
  mountRates(app, rates, clock);
  mountControls(app, { provider, payouts, messenger, state, countries, rates });
  mountBeacon(app, createBeacon({ seed: options.beaconSeed, clock }));
  const outbox = createOutbox(clock);
  mountSmsProvider(app, { outbox, token: options.smsToken });
  mountInbox(app, outbox);
  mountCaptchaProvider(app, { publicUrl });
  if (options.smtpPort !== undefined) mountMailServer(app, { outbox, port: options.smtpPort });
  if (options.kyc) mountKycProvider(app, { clock, ...options.kyc });
  let chain: Chain | undefined;
  mountChain(app, () => chain);
  const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");
  app.get("/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  // A page somewhere else in the same browser must not play the payer.
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "POST" && request.headers["sec-fetch-site"] === "cross-site") await reply.code(403).send();
  });
  app.addHook("onReady", async () => {
    messenger.resume();
    payouts.resume();
    refunds.resume();
    reserve?.resume();
    chain = await options.openChain?.();
  });
  app.addHook("onClose", () => chain?.stop());
  return app;
}

/** The second payment company, under /reserve, with books of its own. */
function mountReserve(
  app: FastifyInstance,
  { clock, dataFolder, publicUrl }: SandboxOptions,
  { secret, webhookAddress }: NonNullable<SandboxOptions["reserve"]>,
): { resume(): void } {
  const state = openState(join(dataFolder, "reserve.json"));
  const messenger = createMessenger({ clock, state, secret, address: webhookAddress });
  const provider = createProvider({ clock, state, messenger });
  const payouts = createPayouts({ clock, state, messenger });
  const refunds = createRefunds({ clock, state, messenger });
  mountProviderApi(app, { provider, payouts, refunds, clock, secret, publicUrl, prefix: "/reserve" });
  mountPaymentPage(app, { provider, clock, prefix: "/reserve" });
  return {
    resume() {
      messenger.resume();
      payouts.resume();
      refunds.resume();
    },
  };
}
