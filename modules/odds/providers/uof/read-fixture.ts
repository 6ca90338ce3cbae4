import { childOf, childrenOf, type XmlElement } from "./parse-xml.ts";
import type { WireMessage } from "./read-message.ts";

const sports: Readonly<Record<string, string>> = {
  "sr:sport:1": "football",
  "sr:sport:2": "basketball",
  "sr:sport:4": "ice_hockey",
  "sr:sport:5": "tennis",
  "sr:sport:23": "volleyball",
  "sr:sport:109": "cs2",
  "sr:sport:111": "dota2",
};

export interface Fixture {
  readonly sport: string;
  readonly message: WireMessage;
}

/** A fixture of the calls beside the feed; undefined for a sport that is not offered or for sides that are not two: such an event stays closed. */
export function readFixture(root: XmlElement, status: string): Fixture | undefined {
  const fixture = childOf(root, "fixture") ?? childOf(root, "sport_event");
  const tournament = childOf(fixture, "tournament");
  const category = childOf(tournament, "category");
  const sport = sports[childOf(tournament, "sport")?.attributes.id ?? ""];
  const start = Date.parse(fixture?.attributes.start_time ?? fixture?.attributes.scheduled ?? "");
  const competitors = childrenOf(childOf(fixture, "competitors"), "competitor");
  const sides = ["home", "away"].map(
    (side, index) => competitors.find(({ attributes }) => attributes.qualifier === side) ?? competitors[index],
  );
  if (!sport || !tournament || !category || !Number.isFinite(start) || competitors.length !== 2) return undefined;
  const bestOf = childrenOf(childOf(fixture, "extra_info"), "info").find(
    ({ attributes }) => attributes.key === "best_of",
  );
  return {
    sport,
    message: {
      type: "fixture",
      sport,
      kind: "match",
      category: namedOf(category),
      tournament: namedOf(tournament),
      start,
      status,
      competitors: sides.map(each =>
        Object.assign(namedOf(each), { short: each?.attributes.abbreviation, players: [] }),
      ),
      format: { sets_to_win: bestOf && Math.ceil(Number(bestOf.attributes.value) / 2) },
      coverage: [],
    },
  };
}

const namedOf = (element: XmlElement | undefined) => ({
  id: element?.attributes.id ?? "",
  name: element?.attributes.name ?? "",
});

/** Names of everything in a schedule, by id. */
export function readNames(root: XmlElement): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = [root];
  for (let element = visit.pop(); element; element = visit.pop()) {
    const { id, name } = element.attributes;
    if (id !== undefined && name !== undefined) names.set(id, name);
    visit.push(...element.children);
  }
  return names;
}
