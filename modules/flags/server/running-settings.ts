import { type Config, configSchema } from "#kit/host/config.ts";

/** How a setting is shown to operators: its value, scheme and host of an address, or only whether it is set. */
type Shown = "value" | "address" | "secret";

/** Every setting is here, so a new one does not compile before somebody has decided whether it may be read. */
const shownAs: Readonly<Record<keyof Config, Shown>> = {
  MODE: "value",
  PORT: "value",
  API_PORT: "value",
  HOST: "value",
  API_BASE: "address",
  LISTEN: "value",
  DATABASE_URL: "secret",
  DATABASE_READ_URL: "secret",
  DATABASE_READ_LAG_SECONDS: "value",
  DATABASE_POOL: "value",
  DATABASE_SYNC: "value",
  MIGRATE: "value",
  ARCHIVE_AFTER_DAYS: "value",
  IDENTITY_RETENTION_YEARS: "value",
  SERVICES: "value",
  ROLES: "value",
  SERVICE_ADDRESSES: "value",
  NODE_NAME: "value",
  INTERNAL_LISTEN: "value",
  INTERNAL_ADDRESS: "address",
  CLUSTER_SECRET: "secret",
  CLUSTER_SECRET_OLD: "secret",
  BUS_URL: "secret",
  TRUSTED_PROXIES: "value",
  OFFICE_NETWORKS: "value",
  GEO_PRIVATE_COUNTRY: "value",
  AUTOBET_OFF_COUNTRIES: "value",
  TURBO_OFF_COUNTRIES: "value",
  BONUS_PROFILE: "value",
  LIVE_BETS_DELAY_MS: "value",
  GEO_LIST_URL: "address",
  GEO_LIST_SECONDS: "value",
  SECRET_KEY: "secret",
  SEAL_KEY: "secret",
  SEAL_KEY_OLD: "secret",
  AUDIT_SIGNING_KEY: "secret",
  AUDIT_CHECKPOINT_FILE: "value",
  ALLOW_INSECURE_COOKIES: "value",
  CAPTCHA_PROVIDER: "value",
  CAPTCHA_VERIFY_URL: "address",
  CAPTCHA_SCRIPT_URL: "address",
  CAPTCHA_SITE_KEY: "value",
  CAPTCHA_SECRET: "secret",
  CAPTCHA_ORIGINS: "value",
  PAYMENTS_URL: "address",
  PAYMENTS_SECRET: "secret",
  PAYMENTS_SECRET_OLD: "secret",
  RATES_URL: "address",
  ODDS_URL: "address",
  ODDS_PROVIDER: "value",
  ODDS_TOKEN: "secret",
  ODDS_PUBLIC_KEYS: "value",
  CHAIN_RPC_URL: "secret",
  CHAIN_ID: "value",
  CHAIN_USDT: "value",
  // It gives every address of every player.
  CHAIN_XPUB: "secret",
  CHAIN_CONFIRMATIONS: "value",
  CHAIN_START_BLOCK: "value",
  CHAIN_POLL_MS: "value",
  SIGNER_URL: "address",
  SIGNER_SECRET: "secret",
  CHAIN_HOT_WALLET: "value",
  REPORTING_ZONE: "value",
  BREACH_CLOSES: "value",
  PAYMENTS_RESERVE_URL: "address",
  PAYMENTS_RESERVE_SECRET: "secret",
  PAYOUT_PENDING_SECONDS: "value",
  KYC_PROVIDER: "value",
  KYC_URL: "address",
  KYC_SECRET: "secret",
  SUPPORT_WIDGET_URL: "address",
  SCANNER_PROVIDER: "value",
  SCANNER_URL: "address",
  SUPPORT_ADDRESS: "value",
  MAIL_LISTEN: "value",
  BEACON_URL: "address",
  BEACON_CHAIN: "value",
  BEACON_PUBLIC_KEY: "value",
  BEACON_TEST: "value",
  SMTP_URL: "secret",
  MAIL_FROM: "value",
  IDLE_MINUTES: "value",
  SMS_PROVIDER: "value",
  SMS_URL: "address",
  SMS_TOKEN: "secret",
  PHONE_MESSAGES_PER_HOUR: "value",
  PHONE_MESSAGES_PER_DAY: "value",
  PUSH_SERVICES: "value",
  AD_NETWORK_HOSTS: "value",
  REDIRECT_HOSTS: "value",
  // With the secrets of the providers.
  SOCIAL_PROVIDERS: "secret",
  GAME_PROVIDERS: "secret",
  RATE_LIMIT_FACTOR: "value",
  PAGE_RATE_FACTOR: "value",
  DRAIN_SECONDS: "value",
  DATA_DIR: "value",
  DISK_ALARM_MB: "value",
  DISK_CLOSE_MB: "value",
  OTEL_EXPORTER_OTLP_ENDPOINT: "address",
  OTEL_TRACES_SAMPLER_ARG: "value",
  LOG_LEVEL: "value",
};

export interface ShownSetting {
  readonly name: string;
  /** Null: not set, or a secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly isSet: boolean;
  readonly isDefault: boolean;
}

/** The settings of this process, in the order of the schema, without anything that lets its reader act. */
export function runningSettings(config: Config): readonly ShownSetting[] {
  return Object.entries(configSchema.shape).map(([key, field]) => {
    const name = key as keyof Config;
    const value = config[name];
    const isSet = value !== undefined;
    const isSecret = shownAs[name] === "secret";
    const byDefault = field.safeParse(undefined);
    const isDefault = byDefault.success && JSON.stringify(byDefault.data) === JSON.stringify(value);
    return { name, value: isSet && !isSecret ? textOf(name, value) : null, isSecret, isSet, isDefault };
  });
}

function textOf(name: keyof Config, value: Config[keyof Config]): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return shownAs[name] === "address" ? withoutCredentials(text) : text;
}

/** Scheme and host: user, password, path and query may hold tokens. */
function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return "…";
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === "/" || pathname === "" ? "" : "/…"}`;
}
