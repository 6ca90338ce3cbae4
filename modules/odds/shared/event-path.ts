import type { EventView } from "./contract.ts";

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");

/** The page of an event: `/betting/football/t:1/ravenmoor-saltby-m:1`. Only its id decides; a hyphen in it is written as `~`. */
export function eventPath({
  id,
  sport,
  league,
  home,
  away,
}: Pick<EventView, "id" | "sport" | "league" | "home" | "away">) {
  const names = home && away ? [home.name, away.name] : [league.name];
  return `/betting/${sport}/${encodeURIComponent(league.id)}/${slug(names.join(" "))}-${encodeURIComponent(id.replaceAll("-", "~"))}`;
}

/** The event that the last segment of a path names. */
export function eventOfPath(segment: string): string {
  return segment.slice(segment.lastIndexOf("-") + 1).replaceAll("~", "-");
}
