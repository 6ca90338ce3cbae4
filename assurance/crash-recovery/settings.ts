import { tmpdir } from "node:os";
import { join } from "node:path";

/** The secret that both sides of a test sign with. */
export const secret = "a payments secret that tests know";

/** Settings of a server whose payment provider and rates are at this address. */
export function appSettings(databaseUrl: string, providerUrl: string): Readonly<Record<string, string>> {
  return {
    MODE: "test",
    PORT: "0",
    HOST: "fairhouse.localhost",
    DATABASE_URL: databaseUrl,
    SECRET_KEY: "5e".repeat(32),
    AUDIT_SIGNING_KEY: "a5".repeat(32),
    PAYMENTS_URL: providerUrl,
    PAYMENTS_SECRET: secret,
    RATES_URL: `${providerUrl}/rates`,
    BEACON_URL: "http://127.0.0.1:9",
    BEACON_CHAIN: "be".repeat(32),
    BEACON_PUBLIC_KEY: "00",
    BEACON_TEST: "true",
    SMTP_URL: "smtp://127.0.0.1:9",
    SMS_URL: "http://127.0.0.1:9",
    SMS_TOKEN: "an SMS token that tests know",
    GEO_PRIVATE_COUNTRY: "RU",
    LOG_LEVEL: "silent",
    IDLE_MINUTES: "0",
    PAYOUT_PENDING_SECONDS: "2",
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), "fairhouse-kills-cache"),
  };
}
