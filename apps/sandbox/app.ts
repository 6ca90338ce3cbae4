import { readFileSync } from "node:fs";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import { mountAdNetwork } from "./ad-network.ts";
import { createBeacon, mountBeacon } from "./beacon.ts";
import { mountCaptchaProvider } from "./captcha-provider.ts";
import type { Chain } from "./chain/chain.ts";
import { mountChain } from "./chain/chain-page.ts";
import { mountControls } from "./controls.ts";
import { createCountries, mountCountries, mountOtherSites } from "./countries.ts";
import { sendPage } from "./html.ts";
import { mountInbox } from "./inbox-page.ts";
import { createKeys, mountKeys } from "./keys.ts";
import { mountKycProvider } from "./kyc-provider.ts";
import { mountMailServer } from "./mail-server.ts";
import { createMessenger } from "./messenger.ts";
import { mountOpenid } from "./openid.ts";
import { createOutbox } from "./outbox.ts";
import { mountPaymentPage } from "./payment-page.ts";
import { createPayouts } from "./payouts.ts";
import { createProvider } from "./provider.ts";
import { mountProviderApi } from "./provider-api.ts";
import { mountPushService } from "./push-service.ts";
import { createRateFeed, mountRates } from "./rates.ts";
import { createRefunds } from "./refunds.ts";
import { createReplies } from "./replies.ts";
import { mountScanner } from "./scanner.ts";
import { mountSmsProvider } from "./sms-provider.ts";
import { openState } from "./state.ts";

export interface SandboxOptions {
  readonly clock: Clock;
  /** Where invoices are stored across restarts. */
  readonly dataFolder: string;
  /** Signs both directions between shop and provider. */
  readonly paymentsSecret: string;
  /** The merchant's webhook endpoint. */
  readonly webhookAddress: string;
  readonly publicUrl: string;
  readonly beaconSeed: Uint8Array;
  /** The access token of the SMS provider's customer. */
  readonly smsToken: string;
  /** The port of the mail server; without it there is none. */
  readonly smtpPort?: number;
  /** The port of the virus scanner; without it there is none. */
  readonly scannerPort?: number;
  /** The port at which Fairhouse receives mail: replies from the inbox go there. Without it mails cannot be replied to. */
  readonly replyPort?: number;
  /** Opens the chain, once everything else is ready; without it, or if this platform has none, there is no chain. */
  readonly openChain?: () => Promise<Chain | undefined>;
  /** A second payment provider of the same kind: its secret, and its webhook endpoint. Without it there is none. */
  readonly reserve?: { readonly secret: string; readonly webhookAddress: string };
  /** The identity verification provider: its secret, and its webhook endpoint. Without it there is none. */
  readonly kyc?: { readonly secret: string; readonly address: string };
  /** The login providers: the secret of their client, and its redirect address. */
  readonly openid?: { readonly secret: string; readonly redirectAddress: string };
}

/** The external providers, behind one port. Their only link to the server is its addresses and the shared secrets. */
export function createSandbox(options: SandboxOptions): FastifyInstance {
  const { clock, publicUrl } = options;
  const app = Fastify({ bodyLimit: 64 * 1024 });
  // Every body stays bytes: signatures are over bytes, and forms are parsed where they are used.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  const state = openState(join(options.dataFolder, "invoices.json"));
  const keys = createKeys(options.paymentsSecret);
  mountKeys(app, keys);
  const messenger = createMessenger({ clock, state, keys, address: options.webhookAddress });
  const provider = createProvider({ clock, state, messenger });
  const payouts = createPayouts({ clock, state, messenger });
  const refunds = createRefunds({ clock, state, messenger });
  mountProviderApi(app, { provider, payouts, refunds, clock, keys, publicUrl, prefix: "" });
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
  mountPushService(app, { outbox, clock });
  mountAdNetwork(app, { clock });
  mountInbox(app, outbox, options.replyPort === undefined ? undefined : createReplies(options.replyPort));
  mountCaptchaProvider(app, { publicUrl });
  if (options.smtpPort !== undefined) mountMailServer(app, { outbox, port: options.smtpPort });
  if (options.scannerPort !== undefined) mountScanner(app, options.scannerPort);
  if (options.kyc) mountKycProvider(app, { clock, ...options.kyc });
  let chain: Chain | undefined;
  mountChain(app, () => chain);
  const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");
  app.get("/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  // Another page in the same browser must not act as the payer.
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

/** The second payment provider, under /reserve, with separate state. */
function mountReserve(
  app: FastifyInstance,
  { clock, dataFolder, publicUrl }: SandboxOptions,
  { secret, webhookAddress }: NonNullable<SandboxOptions["reserve"]>,
): { resume(): void } {
  const state = openState(join(dataFolder, "reserve.json"));
  const keys = createKeys(secret);
  const messenger = createMessenger({ clock, state, keys, address: webhookAddress });
  const provider = createProvider({ clock, state, messenger });
  const payouts = createPayouts({ clock, state, messenger });
  const refunds = createRefunds({ clock, state, messenger });
  mountProviderApi(app, { provider, payouts, refunds, clock, keys, publicUrl, prefix: "/reserve" });
  mountPaymentPage(app, { provider, clock, prefix: "/reserve" });
  return {
    resume() {
      messenger.resume();
      payouts.resume();
      refunds.resume();
    },
  };
}
