import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import type { mathsLogReply } from "../shared/provider-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider } from "./registry.ts";

type Reply = z.output<typeof mathsLogReply>;
export type MathsEntry = Reply["entries"][number];

const mostPages = 100;
const zeros = "0".repeat(64);

/** The provider's log of its maths, the oldest first, and the first entry (counted from 1) whose chain does not hold; null: it holds. */
export async function readMathsLog(
  { client }: Pick<ProviderNeeds, "client">,
  provider: Provider,
): Promise<{ readonly entries: readonly MathsEntry[]; readonly brokenAt: number | null }> {
  const entries: MathsEntry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const reply: Reply = await client.call(provider, "maths-log", cursor === null ? {} : { query: { cursor } });
    entries.push(...reply.entries);
    cursor = reply.next;
    if (cursor === null) break;
  }
  const broken = entries.findIndex((entry, index) => !follows(entry, entries[index - 1]));
  return { entries, brokenAt: broken < 0 ? null : broken + 1 };
}

function follows({ game, maths, at, previous, hash }: MathsEntry, before: MathsEntry | undefined): boolean {
  const named = createHash("sha256").update(`${previous}.${game}.${maths}.${at}`).digest("hex");
  return previous === (before?.hash ?? zeros) && hash === named;
}

/** A player's rounds that the provider has open: what it says beside what the books say. */
export async function openAtProvider(
  { client, wallet }: Pick<ProviderNeeds, "client" | "wallet">,
  provider: Provider,
  player: Parameters<typeof wallet.providerRounds.openOf>[0],
) {
  const { rounds } = await client.call(provider, "rounds/open", { query: { player } });
  const ours = await wallet.providerRounds.openOf(player, provider.account);
  const [there, here] = [
    new Map(rounds.map(each => [each.round, each])),
    new Map(ours.map(each => [each.provided, each])),
  ];
  const all = new Set<string>([...there.keys(), ...here.keys()]);
  return [...all].map(round => {
    const [theirs, own] = [there.get(round), here.get(round as never)];
    return {
      round,
      game: theirs?.game ?? own?.slug ?? "",
      opened_at: theirs?.opened_at ?? own?.openedAt.toISOString() ?? "",
      here: own !== undefined,
      there: theirs !== undefined,
    };
  });
}
