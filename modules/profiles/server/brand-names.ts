import type { Config } from "#kit/host/config.ts";
import { mainHostname } from "#kit/http/hosts.ts";

/** The names of this deployment: the words of its host name, and the sender of its mails. Players may not take them. */
export function brandNamesOf(config: Config): readonly string[] {
  const labels = mainHostname(config).split(".").slice(0, -1);
  const sender = /^\s*"?([^"<@]*?)"?\s*</.exec(config.MAIL_FROM)?.[1] ?? "";
  return [...labels, sender].filter(word => word.length >= 4 && !["local", "localhost", "casino"].includes(word));
}
