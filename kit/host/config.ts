import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { isZone } from "#kit/std/is-zone.ts";
import { hasHalfHours } from "#kit/std/wall-time.ts";

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65535));
const list = z.pipe(
  z.string(),
  z.transform(text =>
    text
      .split(",")
      .map(item => item.trim())
      .filter(item => item !== ""),
  ),
);
const reportingZone = z.string().check(
  z.refine(isZone, "should be a time zone, such as Asia/Almaty"),
  // Figures are kept by half hours.
  z.refine(zone => !isZone(zone) || hasHalfHours(zone), "should be a time zone whose days begin at a half hour of UTC"),
);
const countries = z.pipe(list, z.array(z.string().check(z.regex(/^[A-Z]{2}$/, "should be two capital letters"))));
const httpAddress = z.string().check(z.regex(/^https?:\/\/[^\s]+$/, "should be an http or https address"));
const chainAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, "should be an address, 0x and 40 hex digits"));
const possiblePort = z.refine(
  text => Number(/(?:^|:)([0-9]+)(?:\/[0-9]*)?$/.exec(`${text}`)?.[1] ?? 0) <= 65_535,
  "should have a port of at most 65535",
);
const hexKey = z.string().check(z.regex(/^[0-9a-f]{64}$/, "should be 32 bytes in hex, 64 of 0-9 and a-f"));

const socialProvider = /^[a-z]{2,20}=[^\s=][^\s]*$/;
const gameProvider =
  /^[a-z][a-z0-9-]{1,39}=[^|]{1,80}\|https?:\/\/[^\s/|]+(?:\/[^\s?#|]*)?\|https?:\/\/[^\s/|]+\|k_[a-z0-9]{16}\|[^\s|]{32,}$/;
const serviceAddress = /^[a-z][a-z0-9]*=https?:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?$/;

const pushService =
  /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:=https?:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?(?:\/[a-z0-9/-]*[a-z0-9-])?)?$/;

/** Push services of Chrome, Firefox, Edge and Safari. */
export const defaultPushServices = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "*.notify.windows.com",
  "*.push.apple.com",
];

/**
 * Every setting, read once from the environment. An invalid or missing one stops the start with a sentence
 * that names it. docs/operations.md explains them.
 */
export const configSchema = z.object({
  /** Only a production server refuses a database that may lose confirmed data; `npm run dev` and tests set the others. */
  MODE: z._default(z.enum(["production", "development", "test"]), "production"),
  /** 0 takes a free port. */
  PORT: z._default(port, 3000),
  /** A second port of the same process for pages opened at `localhost`; defaults to PORT + 1. */
  API_PORT: z.optional(port),
  /** Name of the site, with port where it is not the scheme's own; the API is `api.` of it. Defaults to fairhouse.localhost:PORT. */
  HOST: z.optional(z.string()),
  /** Development only: the API that pages call, in place of `api.` of their own host. Ignored elsewhere. */
  API_BASE: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s/]+$/, "should be http://host:port, without a path"))),
  /** Address to listen on; defaults to 127.0.0.1 when HOST is a localhost name and to every address otherwise. */
  LISTEN: z.optional(z.string()),
  /** PostgreSQL 18, as the owner of the tables, or as the role of the server where MIGRATE is `never`. */
  DATABASE_URL: z
    .string()
    .check(z.regex(/^postgres(ql)?:\/\/\S+$/, "should be postgres://user:password@host:port/database")),
  /** A standby of that database, which answers reads that may be a little old while it is at most so many seconds behind. */
  DATABASE_READ_URL: z.optional(z.string()),
  DATABASE_READ_LAG_SECONDS: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(300)), 5),
  /** Connections of the pool in addition to the wallet's write lanes. */
  DATABASE_POOL: z._default(z.coerce.number(), 12),
  /** Whether each confirmed bet has to be on a standby too: then a database that does not wait for one is refused. */
  DATABASE_SYNC: z._default(z.enum(["required", "single"]), "single"),
  /** Whether this process applies open migrations at its start; `never` leaves that to `npm run migrate`. */
  MIGRATE: z._default(z.enum(["at-start", "never"]), "at-start"),
  /** Bets of our own games that ended this many days ago, and transfers of bets, move to the compressed archive each night; none do unless given. */
  ARCHIVE_AFTER_DAYS: z.optional(z.coerce.number().check(z.int(), z.gte(31), z.lte(3_650))),
  /** Years for which the identity of an erased player is kept whose money has moved, from the end of the account: anti-money-laundering law. */
  IDENTITY_RETENTION_YEARS: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(15)), 5),
  /** The services that this process runs; all unless given. Their names are those of the modules (apps/server/services.ts). */
  SERVICES: z.optional(list),
  /** What this process does among the nodes of a cluster (apps/server/roles.ts); everything unless given. */
  ROLES: z.optional(z.pipe(list, z.array(z.enum(["web", "play", "tables", "jobs"])).check(z.minLength(1)))),
  /** Base addresses of game services that run elsewhere, `dice=http://host:port,...`; services not named are on the API host. */
  SERVICE_ADDRESSES: z._default(
    z.pipe(
      list,
      z.array(z.string().check(z.regex(serviceAddress, "entries are service=http://host:port, without a path"))),
    ),
    [],
  ),
  /** The name of this process among the nodes of a cluster; host name and process id unless given. */
  NODE_NAME: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,62}$/i, "letters, digits, dots and dashes"))),
  /** Where other nodes reach this one, `address:port` or `port`: a listener of its own that no proxy may publish. Without it calls are not handed between nodes. */
  INTERNAL_LISTEN: z.optional(
    z.string().check(z.regex(/^([^\s/]*:)?[0-9]{1,5}$/, "should be address:port or port"), possiblePort),
  ),
  /** The address of that listener as other nodes know it; from INTERNAL_LISTEN unless given. */
  INTERNAL_ADDRESS: z.optional(
    z.string().check(z.regex(/^http:\/\/[^\s/]+$/, "should be http://host:port, without a path"), possiblePort),
  ),
  /** Signs what nodes send each other; during a rotation also the previous one. */
  CLUSTER_SECRET: z.optional(z.string().check(z.minLength(32))),
  CLUSTER_SECRET_OLD: z.optional(z.string().check(z.minLength(32))),
  /** The bus between nodes: Redis or Valkey, or NATS. It carries live events, never money. */
  BUS_URL: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(rediss?|nats):\/\/[^\s/]+(\/[0-9]*)?$/,
          "should be redis://host:port, rediss://host:port or nats://host:port",
        ),
        possiblePort,
      ),
  ),
  /** Addresses whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z._default(list, []),
  /** Networks from which the back office is served; every network unless given. A barrier beside sign-in, never in its place. */
  OFFICE_NETWORKS: z._default(list, []),
  /** Country of visitors with a private address; without it, visitors there cannot play, deposit or register. */
  GEO_PRIVATE_COUNTRY: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, "should be two capital letters"))),
  /** Countries whose rules forbid automatic bets. */
  AUTOBET_OFF_COUNTRIES: z._default(countries, ["GB"]),
  /** Countries whose rules forbid results without animation. */
  TURBO_OFF_COUNTRIES: z._default(countries, ["GB"]),
  /** The licence whose rules bonuses follow in addition to ours: `uk` for the Gambling Commission. A campaign drafted under another one is not offered. */
  BONUS_PROFILE: z._default(z.enum(["base", "uk"]), "base"),
  /** Bets are shown to others this long after they were settled, each by a random part of it, so that nobody knows which player is playing at this moment. */
  LIVE_BETS_DELAY_MS: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(3_000)), 3_000),
  /** A list of networks and their countries that takes precedence over the built-in database (JSON over HTTP), and its refresh interval. */
  GEO_LIST_URL: z.optional(z.string().check(z.regex(/^https?:\/\//, "should be an http or https address"))),
  GEO_LIST_SECONDS: z._default(z.coerce.number().check(z.gte(1), z.lte(86_400)), 60),
  /** 32 bytes in hex: encrypts seeds and chain secrets at rest and seals bet ids. Never in the database. */
  SECRET_KEY: hexKey,
  /** 32 bytes in hex: encrypts what is sealed in the database, in place of SECRET_KEY, which keeps the rest. It can be changed. */
  SEAL_KEY: z.optional(hexKey),
  /** While the seal key is being changed: the previous one, or at first the next one, which opens what others have sealed. */
  SEAL_KEY_OLD: z.optional(hexKey),
  /** The Ed25519 seed for checkpoints of the audit log, 32 bytes in hex; and the file they are appended to, outside the database. */
  AUDIT_SIGNING_KEY: hexKey,
  AUDIT_CHECKPOINT_FILE: z.optional(z.string()),
  /** Session cookies over plain http outside localhost names. */
  ALLOW_INSECURE_COOKIES: z._default(z.stringbool(), false),
  /** The captcha by name (modules/captcha/providers): `work`, or `siteverify`, which is the default where its settings are given. */
  CAPTCHA_PROVIDER: z.optional(z.string()),
  /** An external captcha with a `siteverify` call; all four or none. Without them the server requires a proof of work. */
  CAPTCHA_VERIFY_URL: z.optional(httpAddress),
  CAPTCHA_SCRIPT_URL: z.optional(httpAddress),
  CAPTCHA_SITE_KEY: z.optional(z.string()),
  CAPTCHA_SECRET: z.optional(z.string()),
  /** Origins that the provider's widget loads from, in addition to that of its script, `https://*.company.example,...`: allowed in its frame only. */
  CAPTCHA_ORIGINS: z._default(
    z.pipe(list, z.array(z.string().check(z.regex(/^https?:\/\/[a-z0-9.*-]+(:\d+)?$/, "entries are https://host")))),
    [],
  ),
  /** The payment provider: its address, and the secret that signs both directions. */
  PAYMENTS_URL: httpAddress,
  PAYMENTS_SECRET: z.string().check(z.minLength(32)),
  /** During a rotation: the previous secret, which the provider's messages may still be signed with. */
  PAYMENTS_SECRET_OLD: z.optional(z.string().check(z.minLength(32))),
  /** A feed of prices of currencies and coins; without it everything that needs a rate is unavailable. */
  RATES_URL: z.optional(httpAddress),
  /** The provider of odds (`/odds` of the sandbox), and its Ed25519 keys, base64url; during a rotation both. Without them there is no betting. */
  ODDS_URL: z.optional(httpAddress),
  /** The protocol it speaks: `sandbox`, or `uof` for the Unified Odds Feed, whose calls take a token. */
  ODDS_PROVIDER: z._default(z.enum(["sandbox", "uof"]), "sandbox"),
  ODDS_TOKEN: z.optional(z.string().check(z.minLength(8))),
  ODDS_PUBLIC_KEYS: z._default(
    z.pipe(list, z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "should be Ed25519 keys, base64url")))),
    [],
  ),
  /** A node of an EVM chain (JSON-RPC), its chain id, the USDT contract and the extended public key of the players' addresses (m/44'/60'/0'); without them no coins. */
  CHAIN_RPC_URL: z.optional(httpAddress),
  CHAIN_ID: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  CHAIN_USDT: z.optional(chainAddress),
  CHAIN_XPUB: z.optional(
    z.string().check(z.regex(/^xpub[1-9A-HJ-NP-Za-km-z]{100,120}$/, "should be an extended public key")),
  ),
  /** Confirmations before a transfer is credited and a payout is final. */
  CHAIN_CONFIRMATIONS: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 12),
  /** The first block a fresh database reads; the newest unless given. And the interval between polls. */
  CHAIN_START_BLOCK: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  CHAIN_POLL_MS: z._default(z.coerce.number().check(z.int(), z.gte(100), z.lte(600_000)), 4_000),
  /** The process that signs payouts in coins, the secret of its protocol, and its source address; all three or none. */
  SIGNER_URL: z.optional(httpAddress),
  SIGNER_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** The address that payouts in coins are sent from. */
  CHAIN_HOT_WALLET: z.optional(chainAddress),
  /** The zone whose days are closed in reports, such as Asia/Almaty; not one at a quarter of an hour, such as Asia/Kathmandu. Days that are closed keep theirs, and the next ones follow them. */
  REPORTING_ZONE: z._default(reportingZone, "UTC"),
  /** What is blocked for players while the ledger audit reports differences: any of payout, deposit, wager, own. */
  BREACH_CLOSES: z._default(z.pipe(list, z.array(z.enum(["payout", "deposit", "wager", "own"]))), [
    "payout",
    "deposit",
  ]),
  /** A second payment provider, which opens invoices when the first refuses or is unavailable; both or none. */
  PAYMENTS_RESERVE_URL: z.optional(httpAddress),
  PAYMENTS_RESERVE_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** Delay before a payout is sent, in which the player can cancel it. */
  PAYOUT_PENDING_SECONDS: z._default(z.coerce.number().check(z.gte(0), z.lte(86_400)), 30),
  /** The identity verification provider by name (modules/verification/providers), its address, and the secret that signs both directions; without these checks wait. */
  KYC_PROVIDER: z._default(z.string(), "sandbox"),
  KYC_URL: z.optional(z.string()),
  KYC_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** An external support widget that the chat shows in a frame instead of its own form: https, or http of a localhost name. */
  SUPPORT_WIDGET_URL: z.optional(
    z.string().check(z.regex(/^(https:\/\/|http:\/\/([a-z0-9-]+\.)*localhost[:/])[^\s;,'"]+$/, "an https address")),
  ),
  /** The scanner of files by name (modules/support/providers), and its address, `tcp://host:port`; without it files are not scanned. */
  SCANNER_PROVIDER: z._default(z.string(), "clamd"),
  SCANNER_URL: z.optional(
    z.string().check(z.regex(/^tcp:\/\/[^\s/:]+:[0-9]{1,5}$/, "should be tcp://host:port"), possiblePort),
  ),
  /** The mailbox that replies to answers of support go to, as `support+...@` of its domain; and where a mail relay passes them on. */
  SUPPORT_ADDRESS: z.optional(
    z.string().check(z.regex(/^[a-z0-9.-]{1,11}@[a-z0-9-]+(\.[a-z0-9-]+)+$/, "should be name@domain, without +")),
  ),
  /** Where this node receives replies from a mail relay over SMTP, `address:port`. */
  MAIL_LISTEN: z.optional(
    z.string().check(z.regex(/^([^\s/]*:)?[0-9]{1,5}$/, "should be address:port or port"), possiblePort),
  ),
  /** The public randomness beacon (drand HTTP API) and its chain: 32-byte hash in hex, and the group's public key. */
  BEACON_URL: httpAddress,
  BEACON_CHAIN: hexKey,
  BEACON_PUBLIC_KEY: z.string().check(z.regex(/^[0-9a-f]+$/, "should be hex digits")),
  /** Shows "test beacon" beside every proof. */
  BEACON_TEST: z._default(z.stringbool(), false),
  /** The mail server, `smtp://user:password@host:port` (TLS is required outside this machine) or `smtps://...`, and the sender of mails. */
  SMTP_URL: z.string().check(z.regex(/^smtps?:\/\/[^\s/]+\/?$/, "smtp://host:port or smtps://host:port")),
  /** The sender of mails. */
  MAIL_FROM: z._default(
    z.string().check(z.regex(/@/, "should contain an email address")),
    "Fairhouse <house@fairhouse.example>",
  ),
  /** After this long without activity a session requires a proof before it stakes or moves money; 0 never requires one. */
  IDLE_MINUTES: z._default(z.coerce.number().check(z.gte(0), z.lte(1_440)), 30),
  /** The provider of SMS and calls by name (modules/messages/providers), its address, and its access token. */
  SMS_PROVIDER: z._default(z.string(), "sandbox"),
  SMS_URL: httpAddress,
  SMS_TOKEN: z.string().check(z.minLength(16)),
  /** Budget of SMS and calls per hour and per UTC day; above it, codes to phones are paused. */
  PHONE_MESSAGES_PER_HOUR: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000_000)), 1_000),
  PHONE_MESSAGES_PER_DAY: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000_000)), 5_000),
  /** Push services that browsers may subscribe at: `host`, `*.domain`, or `host=http://address` where another address leads to it. No other is ever called. */
  PUSH_SERVICES: z._default(
    z.pipe(list, z.array(z.string().check(z.regex(pushService, "entries are host or host=address")))),
    defaultPushServices,
  ),
  /** Hosts with port (`localhost:3100`) of advertising networks that may be private and without TLS: the sandbox's. */
  AD_NETWORK_HOSTS: z._default(
    z.pipe(list, z.array(z.string().check(z.regex(/^[a-z0-9.-]+(:[0-9]{1,5})?$/, "entries are host or host:port")))),
    [],
  ),
  /** Hosts outside the site that redirects of old addresses may lead to, with their subdomains: `partners.example`. */
  REDIRECT_HOSTS: z._default(
    z.pipe(list, z.array(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "entries are host names")))),
    [],
  ),
  /** Sign-in providers by name (modules/social/providers) with their settings: `google=ISSUER|CLIENT_ID|CLIENT_SECRET,vk=...`. */
  SOCIAL_PROVIDERS: z._default(
    z.pipe(list, z.array(z.string().check(z.regex(socialProvider, "entries are name=settings")))),
    [],
  ),
  /** Game providers to connect at the first start: `slug=Title|BASE_URL|FRAME_ORIGIN|KEY_ID|SECRET,...`. */
  GAME_PROVIDERS: z._default(
    z.pipe(
      list,
      z.array(z.string().check(z.regex(gameProvider, "entries are slug=Title|BASE_URL|FRAME_ORIGIN|KEY_ID|SECRET"))),
    ),
    [],
  ),
  /** Multiplies every rate limit. Set it high for a local trial, where all visitors share one address. */
  RATE_LIMIT_FACTOR: z._default(z.coerce.number().check(z.gte(1), z.lte(10_000)), 1),
  /** Multiplies the page rates per address. Separate from RATE_LIMIT_FACTOR: rendering takes time from the process that takes bets. */
  PAGE_RATE_FACTOR: z._default(z.coerce.number().check(z.gte(1), z.lte(10_000)), 1),
  /** Seconds that a drain waits for rounds with open bets. */
  DRAIN_SECONDS: z._default(z.coerce.number().check(z.gte(0), z.lte(600)), 30),
  /** A folder on the disk to watch. */
  DATA_DIR: z.optional(z.string()),
  /** Free space below which the dashboard shows an alert, and below which no call moves money. */
  DISK_ALARM_MB: z._default(z.coerce.number().check(z.gte(0), z.lte(100_000_000)), 1_024),
  DISK_CLOSE_MB: z._default(z.coerce.number().check(z.gte(0), z.lte(100_000_000)), 200),
  /** A collector of traces (OTLP over HTTP in JSON), without `/v1/traces`; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpAddress),
  /** The share of calls that are traced. Calls that fail are traced in any case, without their steps. */
  OTEL_TRACES_SAMPLER_ARG: z._default(z.coerce.number().check(z.gte(0), z.lte(1)), 0.001),
  /** The least severe lines that are logged. */
  LOG_LEVEL: z._default(z.enum(["debug", "info", "warn", "error", "silent"]), "info"),
});

export type Config = z.output<typeof configSchema>;

/** Reads the environment; throws an Error whose message names each wrong setting and what it should be. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const result = z.safeParse(configSchema, environment, { error: en().localeError });
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path: [name = "environment"], message }) => {
    const given = environment[String(name)];
    return `${String(name)}: ${given === undefined ? "is not set" : given === "" ? `is empty; ${message}` : message}`;
  });
  throw new StartFailure(`The configuration is invalid.\n${lines.map(line => `  ${line}`).join("\n")}`);
}

/** The host name of the site, with its port. */
export function siteHost(config: Pick<Config, "HOST" | "PORT">): string {
  return config.HOST ?? `fairhouse.localhost:${config.PORT}`;
}

/** Origins of the services that run elsewhere, by the name of the service. */
export function serviceOrigins(config: Pick<Config, "SERVICE_ADDRESSES">): Readonly<Record<string, string>> {
  return Object.fromEntries(config.SERVICE_ADDRESSES.map(entry => entry.split(/=(.*)/).slice(0, 2)));
}
