import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "#kit/i18n/locale.ts";
import type { GameName } from "#modules/games/index.ts";

const root = join(import.meta.dirname, "..");
const folders = {
  office: "apps/office",
  common: "kit/i18n",
  accounts: "modules/accounts",
  attribution: "modules/attribution",
  bonuses: "modules/bonuses",
  "bonus-costs": "modules/bonuses/web/bonus-costs",
  catalogue: "modules/catalogue",
  providers: "modules/providers",
  lobby: "modules/lobby",
  "top-players": "modules/top-players",
  betting: "modules/betting",
  odds: "modules/odds",
  rules: "modules/betting/web/rules",
  bets: "modules/bets",
  exchange: "modules/exchange",
  faq: "modules/legal/web/faq",
  pages: "modules/legal/web/pages",
  profile: "modules/profile",
  profiles: "modules/profiles",
  factors: "modules/factors",
  fairness: "modules/fairness",
  limits: "modules/limits",
  partners: "modules/partners",
  notifications: "modules/notifications",
  payments: "modules/payments",
  privacy: "modules/privacy",
  statements: "modules/statements",
  "community-chat": "modules/community-chat",
  jackpots: "modules/jackpots",
  tournaments: "modules/tournaments",
  welcome: "modules/welcome-pack",
  support: "modules/support",
  vault: "modules/vault",
  verification: "modules/verification",
  vip: "modules/vip",
  wheel: "modules/wheel",
  "free-spins": "modules/free-spins",
};
type Namespace = keyof typeof folders | GameName;
const folderOf = (namespace: Namespace): string =>
  namespace in folders ? folders[namespace as keyof typeof folders] : `modules/games/${namespace}`;

/** The site's text for a key such as `payments:pay.title`, in one language; tests find buttons by their text. */
export function say(
  locale: Locale,
  key: `${Namespace}:${string}`,
  values: Readonly<Record<string, string>> = {},
): string {
  const [namespace, path] = key.split(":") as [Namespace, string];
  const file = join(root, folderOf(namespace), "locale", `${locale}.json`);
  let found: unknown = JSON.parse(readFileSync(file, "utf8"));
  for (const step of path.split(".")) found = (found as Record<string, unknown> | undefined)?.[step];
  if (typeof found !== "string") throw new Error(`${file} has no text ${path}`);
  return found.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? "");
}
