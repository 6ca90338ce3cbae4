import { createHmac } from "node:crypto";
import { openidProviders } from "#apps/sandbox/test-persons.ts";
import { defaultPushServices } from "#kit/host/config.ts";
import { demoMirrors } from "../demo/mirrors-and-regions.ts";
import { auditSigningKey, type Secrets } from "./data-folder.ts";
import { hasOdds, oddsOfServer } from "./odds.ts";
import { auditFile, type Environment, type LaunchSettings } from "./settings.ts";
import { hasStudio, type StartAppOptions, siteHostOf } from "./start-options.ts";
import { studioProvider } from "./studio.ts";

export function sandboxEnvironment(options: StartAppOptions, settings: LaunchSettings, secrets: Secrets): Environment {
  return {
    ...options.environment,
    SANDBOX_PORT: String(settings.sandboxPort),
    SANDBOX_SMTP_PORT: String(settings.smtpPort),
    SANDBOX_SCANNER_PORT: String(settings.scannerPort),
    HOUSE_MAIL_PORT: String(settings.mailPort),
    SMS_TOKEN: options.environment.SMS_TOKEN ?? providerToken(secrets, "sms"),
    DATA_DIR: settings.dataFolder,
    /** Where webhooks go. */
    HOUSE_URL: `http://127.0.0.1:${settings.apiPort}`,
    PAYMENTS_SECRET: options.environment.PAYMENTS_SECRET ?? secrets.paymentsSecret,
    KYC_SECRET: options.environment.KYC_SECRET ?? providerToken(secrets, "kyc"),
    RESERVE_SECRET: providerToken(secrets, "reserve"),
    BEACON_SEED: secrets.beaconSeed,
    OPENID_SECRET: providerToken(secrets, "openid"),
    HOUSE_API_URL: `http://api.${siteHostOf(options, settings)}`,
  };
}

export function beaconEnvironment({ sandboxPort }: LaunchSettings, beacon: Beacon) {
  return {
    BEACON_URL: `http://127.0.0.1:${sandboxPort}/beacon`,
    BEACON_CHAIN: beacon.hash,
    BEACON_PUBLIC_KEY: beacon.public_key,
    BEACON_TEST: "true",
  };
}

export function serverEnvironment(
  options: StartAppOptions,
  settings: LaunchSettings,
  secrets: Secrets,
  databaseUrl: string,
  { beacon, coins }: { readonly beacon: Beacon; readonly coins: Environment },
): Environment {
  const sandbox = `http://127.0.0.1:${settings.sandboxPort}`;
  return {
    GEO_PRIVATE_COUNTRY: "KZ",
    GEO_LIST_URL: `${sandbox}/geo/countries`,
    GEO_LIST_SECONDS: "2",
    SECRET_KEY: secrets.secretKey,
    AUDIT_SIGNING_KEY: auditSigningKey(secrets),
    AUDIT_CHECKPOINT_FILE: auditFile(settings.dataFolder),
    PAYMENTS_URL: sandbox,
    PAYMENTS_SECRET: secrets.paymentsSecret,
    PAYMENTS_RESERVE_URL: `${sandbox}/reserve`,
    PAYMENTS_RESERVE_SECRET: providerToken(secrets, "reserve"),
    RATES_URL: `${sandbox}/rates`,
    ...beaconEnvironment(settings, beacon),
    SMTP_URL: `smtp://127.0.0.1:${settings.smtpPort}`,
    SUPPORT_ADDRESS: "support@fairhouse.example",
    MAIL_LISTEN: `127.0.0.1:${settings.mailPort}`,
    SCANNER_URL: `tcp://127.0.0.1:${settings.scannerPort}`,
    SMS_URL: `${sandbox}/sms`,
    PUSH_SERVICES: [...defaultPushServices, `push.sandbox.example=${sandbox}/push`].join(),
    AD_NETWORK_HOSTS: new URL(sandbox).host,
    KYC_URL: `${sandbox}/kyc`,
    KYC_SECRET: providerToken(secrets, "kyc"),
    SMS_TOKEN: providerToken(secrets, "sms"),
    SOCIAL_PROVIDERS: socialProviders(settings, secrets),
    RATE_LIMIT_FACTOR: "100",
    ...coins,
    ...(hasStudio(options) &&
      (!settings.databaseUrl || options.environment.STUDIO_DATABASE_URL) && {
        GAME_PROVIDERS: studioProvider(settings, secrets),
      }),
    ...(hasOdds(options.environment) && oddsOfServer(options.environment, settings, secrets)),
    ...options.environment,
    MODE: options.mode,
    NODE_ENV: options.mode,
    PORT: String(settings.port),
    API_PORT: String(settings.apiPort),
    DATA_DIR: settings.dataFolder,
    DATABASE_URL: databaseUrl,
  };
}

/** The server's credentials at one of the sandbox providers. */
function providerToken(secrets: Secrets, provider: "sms" | "openid" | "kyc" | "reserve"): string {
  return createHmac("sha256", secrets.paymentsSecret).update(provider).digest("hex");
}

/** Every origin at which the site shows pages. */
export function siteOrigins(options: StartAppOptions, settings: LaunchSettings): readonly string[] {
  const host = siteHostOf(options, settings);
  if (!host.split(":")[0]?.endsWith(".localhost")) return [`https://${host}`, `http://${host}`];
  const names = [...demoMirrors, "localhost"].map(name => `${name}:${settings.port}`);
  return [host, ...names].map(name => `http://${name}`);
}

function socialProviders(settings: LaunchSettings, secrets: Secrets): string {
  const issuer = (name: string) => `http://localhost:${settings.sandboxPort}/openid/${name}`;
  return Object.keys(openidProviders)
    .map(name => `${name}=${issuer(name)}|fairhouse|${providerToken(secrets, "openid")}`)
    .join(",");
}

export interface Beacon {
  readonly hash: string;
  readonly public_key: string;
}

export const beaconAddress = ({ sandboxPort }: LaunchSettings) => `http://127.0.0.1:${sandboxPort}/beacon/info`;

export async function readBeacon(settings: LaunchSettings): Promise<Beacon> {
  return (await (await fetch(beaconAddress(settings))).json()) as Beacon;
}
