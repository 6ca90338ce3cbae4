import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { type ProviderServer, providerServer } from "#kit/testing/provider-server.ts";
import { type CaptchaProviders, captchaProviders } from "../providers/index.ts";
import type { CaptchaProvider } from "../server/provider.ts";
import type { WorkOffer } from "../shared/contract.ts";
import { puzzlebox, puzzleboxSignature } from "./puzzlebox/index.ts";

/** A captcha provider as the suite of providers tries it. */
export interface CaptchaTrial {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The list that CAPTCHA_PROVIDER chooses from. */
  readonly providers: CaptchaProviders;
  /** The provider's own server; undefined where no external server is called. */
  readonly server?: ProviderServer;
  /** A fresh solution, as a visitor's browser gets it. */
  solution(provider: CaptchaProvider): Promise<string>;
  /** A solution that was right too long ago. */
  stale(provider: CaptchaProvider, pass: (ms: number) => Promise<void>): Promise<string>;
  /** Visitors' addresses that the provider received. */
  readonly visitors: readonly string[];
  /** From now on our credentials are refused. */
  revoke?(): void;
}

async function solved(provider: CaptchaProvider): Promise<string> {
  const { challenge } = (await provider.offer()) as WorkOffer;
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

export async function workTrial(): Promise<CaptchaTrial> {
  return {
    name: "work",
    environment: {},
    providers: captchaProviders,
    solution: solved,
    async stale(provider, pass) {
      const solution = await solved(provider);
      await pass(10 * 60_000);
      return solution;
    },
    visitors: [],
  };
}

/** Tokens that a widget has given out. */
function createTokens(prefix: string) {
  let count = 0;
  const good = new Set<string>();
  return {
    good,
    solution: async () => {
      const token = `${prefix}-${++count}`;
      good.add(token);
      return token;
    },
    stale: async () => `${prefix}-old`,
  };
}

export async function siteverifyTrial(): Promise<CaptchaTrial> {
  const tokens = createTokens("token");
  const visitors: string[] = [];
  let secret = "the secret";
  const refused = (code: string) => ({ success: false, "error-codes": [code] });
  const server = await providerServer(({ body }) => {
    const { secret: given, response = "", remoteip } = Object.fromEntries(new URLSearchParams(body.toString()));
    if (given !== secret) return refused("invalid-input-secret");
    if (response === "") return refused("missing-input-response");
    if (response.endsWith("-old")) return refused("timeout-or-duplicate");
    visitors.push(`${remoteip}`);
    return tokens.good.has(response) ? { success: true } : refused("invalid-input-response");
  });
  return {
    name: "siteverify",
    environment: {
      CAPTCHA_VERIFY_URL: `${server.address}/siteverify`,
      CAPTCHA_SECRET: secret,
      CAPTCHA_SITE_KEY: "the key",
      CAPTCHA_SCRIPT_URL: "https://captcha.example/api.js",
    },
    providers: captchaProviders,
    server,
    solution: tokens.solution,
    stale: tokens.stale,
    visitors,
    revoke() {
      secret = "another secret";
    },
  };
}

export async function puzzleboxTrial(): Promise<CaptchaTrial> {
  const tokens = createTokens("ticket");
  const visitors: string[] = [];
  const account = { app: "fairhouse", key: "the key at Puzzlebox" };
  let { key } = account;
  const server = await providerServer(({ headers, body }) => {
    if (headers["x-puzzle-mac"] !== puzzleboxSignature(key, body.toString()).toString("hex")) return 403;
    const { ticket, visitor } = JSON.parse(body.toString());
    if (ticket !== undefined) visitors.push(visitor);
    const result = ticket === undefined ? "READY" : judge(ticket);
    const text = JSON.stringify({ result });
    return new Response(text, { headers: { "x-puzzle-mac": puzzleboxSignature(key, text).toString("hex") } });
  });
  const judge = (ticket: string) =>
    ticket.endsWith("-old") ? "OUTDATED" : tokens.good.has(ticket) ? "PASSED" : "FAILED";
  return {
    name: "puzzlebox",
    environment: { CAPTCHA_PROVIDER: "puzzlebox" },
    providers: { ...captchaProviders, puzzlebox: () => puzzlebox({ ...account, address: server.address }) },
    server,
    solution: tokens.solution,
    stale: tokens.stale,
    visitors,
    revoke() {
      key = "another key";
    },
  };
}
