import { isAbsolute, join } from "node:path";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { readConfig } from "#kit/host/config.ts";

export const root = join(import.meta.dirname, "../..");

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the launcher itself; those of the server are in kit/host/config.ts. */
export interface LaunchSettings {
  readonly dataFolder: string;
  readonly port: number;
  readonly apiPort: number;
  readonly sandboxPort: number;
  /** Port of the sandbox's mail server. */
  readonly smtpPort: number;
  /** Port of the sandbox's virus scanner. */
  readonly scannerPort: number;
  /** Where the server receives mail for support. */
  readonly mailPort: number;
  /** Port of the studio's own host name. */
  readonly studioPort: number;
  readonly oddsPort: number;
  /** The outside PostgreSQL, when there is one. */
  readonly databaseUrl: string | undefined;
}

/** Reads them and validates the whole configuration before anything is started. */
export function readSettings(environment: Environment): LaunchSettings {
  const port = portOf(environment, "PORT", 3000);
  const apiPort = portOf(environment, "API_PORT", port + 1);
  const sandboxPort = portOf(environment, "SANDBOX_PORT", 3100);
  const smtpPort = portOf(environment, "SANDBOX_SMTP_PORT", sandboxPort + 1);
  const scannerPort = portOf(environment, "SANDBOX_SCANNER_PORT", smtpPort + 1);
  const mailPort = portOf(environment, "MAIL_PORT", smtpPort + 2);
  const studioPort = portOf(environment, "STUDIO_PORT", sandboxPort + 100);
  const oddsPort = portOf(environment, "ODDS_PORT", sandboxPort + 200);
  const folder = environment.DATA_DIR || "data";
  const known = { ...environment, ...placeholders };
  try {
    readConfig(known);
  } catch (error) {
    throw new StartFailure((error as Error).message);
  }
  return {
    dataFolder: isAbsolute(folder) ? folder : join(root, folder),
    port,
    apiPort,
    sandboxPort,
    smtpPort,
    scannerPort,
    mailPort,
    studioPort,
    oddsPort,
    databaseUrl: environment.DATABASE_URL || undefined,
  };
}

/** Placeholders for what the launcher fills in; the rest of the configuration is validated as given. */
export const placeholders = {
  DATABASE_URL: "postgres://127.0.0.1/",
  SECRET_KEY: "0".repeat(64),
  AUDIT_SIGNING_KEY: "0".repeat(64),
  PAYMENTS_URL: "http://127.0.0.1",
  PAYMENTS_SECRET: "0".repeat(64),
  BEACON_URL: "http://127.0.0.1",
  BEACON_CHAIN: "0".repeat(64),
  BEACON_PUBLIC_KEY: "0",
  SMTP_URL: "smtp://127.0.0.1",
  SMS_URL: "http://127.0.0.1",
  SMS_TOKEN: "0".repeat(64),
};

/** The folder for checkpoints of the audit log. */
export function auditFile(dataFolder: string): string {
  return join(dataFolder, "audit-checkpoints.jsonl");
}

function portOf(environment: Environment, name: string, fallback: number): number {
  const text = environment[name];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new StartFailure(`${name} is "${text}", but should be a port from 1 to 65535.`);
}
