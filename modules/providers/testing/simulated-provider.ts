import type { Clock } from "#kit/host/host.ts";
import { checkRequest, checkResponse, type SigningKey, signRequest, signResponse } from "#kit/http/signed-messages.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import type { Transport } from "../server/provider-client.ts";
import { walletBase } from "../shared/protocol.ts";
import type { GameManifest, StatementLine } from "../shared/provider-calls.ts";
import type { WalletCallName } from "../shared/wallet-calls.ts";

/** A signed response of the casino, or undefined: the outcome is unknown. */
export interface Decision {
  readonly status: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body; types would only repeat it.
  readonly body: any;
}

export interface SimulatedProvider {
  key: SigningKey;
  readonly manifests: GameManifest[];
  /** What it says it did, as its statement has it; a test may take a line away. */
  readonly lines: StatementLine[];
  /** What was asked of the provider, by name of the call. */
  readonly asked: { readonly path: string; readonly body: unknown }[];
  /** Answers a call of the casino in place of its own answer; null is no answer. */
  answer: ((path: string, body: unknown) => object | null | undefined) | undefined;
  /** One signed call to the casino; undefined where no right signature came back. */
  call(name: WalletCallName, body: object, headers?: Readonly<Record<string, string>>): Promise<Decision | undefined>;
  /** Public files under its base address, by path. */
  readonly files: Map<string, string>;
  /** How the casino reaches it. */
  readonly transport: Transport;
}

export const simulatedGame = (game: string, rest: Partial<GameManifest> = {}): GameManifest => ({
  game,
  kind: "slots",
  title: { en: game, ru: game, kk: game },
  tags: [],
  volatility: 3,
  hit_rate: null,
  max_win: "100",
  max_win_odds: null,
  modes: [{ mode: "base", rtp: "96" }],
  lines: 5,
  ways: null,
  demo: true,
  phone: true,
  stakes: { USD: ["0.10", "1", "5"], EUR: ["0.10", "1"], KZT: ["50"] },
  jackpot: null,
  maths: null,
  verifier: null,
  ...rest,
});

/** A provider in memory that signs for real. It knows the casino only through its calls. */
export function simulatedProvider(clock: Clock, api: () => TestApi): SimulatedProvider {
  const provider: SimulatedProvider = {
    key: { id: "k_0000000000000000", secret: "none yet" },
    manifests: [],
    lines: [],
    asked: [],
    answer: undefined,
    files: new Map(),
    async call(name, body, headers = {}) {
      const path = `${walletBase}/${name}`;
      const text = JSON.stringify(body);
      const signed = { ...signRequest(provider.key, { method: "POST", path, body: text }, clock.now()), ...headers };
      const answer = await api().call(`POST ${path}`, { body: text, headers: signed });
      const response = { status: answer.status, requestSignature: signed["x-signature"] ?? "", body: answer.text };
      const isSigned = checkResponse(
        [provider.key],
        answer.headers as Record<string, string>,
        response,
        clock.now(),
      ).ok;
      return isSigned && answer.status === 200
        ? { status: answer.body.status, text: answer.text, body: answer.body }
        : undefined;
    },
    async transport({ method, url, headers, body }) {
      const { pathname, search } = new URL(url);
      const file = provider.files.get(pathname.replace("/fwp", ""));
      if (file !== undefined) return { status: 200, headers: {}, body: file };
      const text = body ?? "";
      const request = { method, path: pathname + search, body: text };
      const checked = checkRequest([provider.key], headers, request, clock.now());
      if (!checked.ok) return { status: 401, headers: {}, body: "" };
      const asked = {
        path: pathname.replace(/.*\/provider\/v1\//, ""),
        body: text === "" ? undefined : JSON.parse(text),
      };
      provider.asked.push(asked);
      const given = provider.answer?.(asked.path, asked.body);
      if (given === null) throw new Error("no response");
      const reply = JSON.stringify(given ?? replyOf(provider, asked.path, new URL(url).searchParams));
      const response = { status: 200, requestSignature: checked.signature, body: reply };
      return { status: 200, headers: signResponse(provider.key, response, clock.now()), body: reply };
    },
  };
  return provider;
}

function replyOf(provider: SimulatedProvider, path: string, query: URLSearchParams): object {
  if (path === "games") return { status: "ok", games: provider.manifests };
  if (path === "launch") return { status: "ok", url: "https://studio.example/play#launch" };
  if (path.startsWith("free-rounds")) return { status: "ok" };
  if (path === "statement") return statementOf(provider, query);
  return { status: "round_unknown" };
}

const pageSize = 100;

function statementOf({ lines }: SimulatedProvider, query: URLSearchParams): object {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const wanted = lines.filter(({ at }) => at >= from && at < to);
  const start = Number(query.get("cursor") ?? 0);
  const next = start + pageSize < wanted.length ? String(start + pageSize) : null;
  return { status: "ok", lines: wanted.slice(start, start + pageSize), next };
}
