import { createHmac } from "node:crypto";
import { join } from "node:path";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { createSigner } from "#odds-sandbox/server/signer.ts";
import type { Secrets } from "./data-folder.ts";
import type { Environment, LaunchSettings } from "./settings.ts";

/** The odds provider is a separate program: it has its own keys, folder and port, and the casino's server knows its address and public key. */

/** Not with `ODDS=0`: then the sportsbook has no events. */
export const hasOdds = (environment: Environment) => environment.ODDS !== "0";

function signingKey({ secretKey }: Secrets): string {
  return createHmac("sha256", secretKey).update("odds provider: signatures").digest("hex");
}

export function oddsEnvironment(environment: Environment, settings: LaunchSettings, secrets: Secrets): Environment {
  return {
    PATH: environment.PATH,
    LOG_LEVEL: environment.LOG_LEVEL,
    ODDS_DATA: join(settings.dataFolder, "odds-provider"),
    ODDS_SIGNING_KEY: signingKey(secrets),
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith("ODDS_"))),
    ODDS_PORT: String(settings.oddsPort),
  };
}

export const oddsAddress = ({ oddsPort }: LaunchSettings) => `http://127.0.0.1:${oddsPort}/odds`;

/** Settings of the casino's server. */
export function oddsOfServer(environment: Environment, settings: LaunchSettings, secrets: Secrets): Environment {
  const key = environment.ODDS_SIGNING_KEY ?? signingKey(secrets);
  const { publicKey } = createSigner(required(parseHex(key), "ODDS_SIGNING_KEY is not hexadecimal"));
  return { ODDS_URL: oddsAddress(settings), ODDS_PUBLIC_KEYS: publicKey };
}
