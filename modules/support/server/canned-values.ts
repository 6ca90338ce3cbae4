import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import english from "../locale/values/en.json" with { type: "json" };
import type { ConversationRow } from "./conversation-store.ts";

/** What a canned reply may contain, and nothing else. */
export const cannedVariables = ["name", "operator", "page", "payout.sum", "payout.status"] as const;

/** The last payout of a player. */
export interface CannedPayout {
  /** Formatted, with its currency. */
  readonly sum: string;
  readonly status: keyof typeof english.payout_status;
}

/** Where the values come from; a call of these is for the conversation's own player. */
export interface CannedPorts {
  nameOf(player: PlayerId): Promise<string | undefined>;
  payoutOf(player: PlayerId): Promise<CannedPayout | undefined>;
}

const texts = readLocale(english, join(import.meta.dirname, "../locale/values"));

/** That a mailed answer can be replied to. */
export const replyHint = (locale: Locale): string => texts[locale].reply_hint;

/** The values of a conversation; a variable without one is absent. */
export async function cannedValues(
  ports: CannedPorts,
  { playerId, locale, page }: Pick<ConversationRow, "playerId" | "locale" | "page">,
  operator: { readonly name: string },
): Promise<Readonly<Record<string, string | undefined>>> {
  const known = { operator: operator.name.split(/\s/, 1)[0], page: page ?? undefined };
  if (!playerId) return known;
  const [name, payout] = await Promise.all([ports.nameOf(playerId), ports.payoutOf(playerId)]);
  return {
    operator: known.operator,
    page: known.page,
    name,
    "payout.sum": payout?.sum,
    "payout.status": payout && texts[locale].payout_status[payout.status],
  };
}
