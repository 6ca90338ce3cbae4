import { findLine } from "../../shared/market-kinds.ts";
import { quartersOf } from "../../shared/spec.ts";
import { type NamedLine, ourLine, type UofMarket } from "./market-ids.ts";
import { childOf, childrenOf, type XmlElement } from "./parse-xml.ts";

/** A message in the words of our own protocol, but for its number: `decodeMessage` reads it. */
export type WireMessage = Readonly<Record<string, unknown>> & { readonly type: string };

/** `product` of the feed. Pre-match and outright prices are one of theirs. */
export const producerIds: Readonly<Record<string, string>> = { live: "1", pre: "3" };

const marketStatuses: Readonly<Record<string, string>> = {
  "1": "active",
  "-1": "suspended",
  "0": "inactive",
  "-2": "handed_over",
  "-3": "settled",
  "-4": "cancelled",
};

const changes: Readonly<Record<string, string>> = {
  "1": "new",
  "2": "start",
  "3": "cancelled",
  "4": "format",
  "5": "coverage",
};

/** Groups of a `bet_stop` that are ours by another name; any other one stops everything. */
const groups: Readonly<Record<string, string>> = {
  corners: "corners",
  bookings: "cards",
  scorers: "scorers",
  "1st_half": "halves",
  "2nd_half": "halves",
};

/** Everything of a message but the state of its event, which is in `sport_event_status`. */
export function readMessage(root: XmlElement, requestOf: (id: string) => string | undefined): WireMessage | undefined {
  const { attributes } = root;
  switch (root.name) {
    case "alive":
      return { type: "alive", subscribed: attributes.subscribed !== "0" };
    case "snapshot_complete":
      return { type: "snapshot_complete", request: requestOf(attributes.request_id ?? "") ?? "" };
    case "fixture_change":
      return {
        type: "fixture_change",
        change: changes[attributes.change_type ?? ""] ?? "format",
        start: attributes.start_time === undefined ? undefined : Number(attributes.start_time),
      };
    case "odds_change":
      return readOdds(childOf(root, "odds"), attributes.odds_change_reason);
    case "bet_stop":
      return { type: "bet_stop", groups: stoppedGroups(attributes.groups) };
    case "bet_settlement":
      return readSettlement(root);
    case "rollback_bet_settlement":
      return { type: "rollback_bet_settlement", markets: namedMarkets(root) };
    case "bet_cancel":
    case "rollback_bet_cancel":
      return Object.assign({ type: root.name, markets: namedMarkets(root) }, cancelWindow(root));
    default:
      return { type: root.name };
  }
}

function readOdds(odds: XmlElement | undefined, reason: string | undefined): WireMessage | undefined {
  const markets = childrenOf(odds, "market").map(readMarket);
  return markets.length > 0 ? { type: "odds_change", reason: reason ?? "time", markets } : undefined;
}

function readMarket(element: XmlElement) {
  const { id, spec, market } = lineOf(element);
  const status = marketStatuses[element.attributes.status ?? "1"] ?? "suspended";
  const outcomes = childrenOf(element, "outcome")
    .filter(({ attributes }) => attributes.active !== "0")
    .map(({ attributes }) => ({
      id: outcomeOf(market, attributes.id),
      price: attributes.odds?.replace(/^(\d+\.\d{3})\d+$/, "$1"),
      p: chancesOf({ id, spec }, attributes),
    }));
  return { id, spec, status, outcomes };
}

const lineOf = ({ attributes }: XmlElement) => ourLine(attributes.id ?? "", attributes.specifiers ?? "");

const outcomeOf = (market: UofMarket | undefined, id = "") => market?.outcomes[id] ?? id.slice(0, 100);

/**
 * All ways an outcome can end where they are stated. `probabilities` alone is enough where nothing is refunded; elsewhere its owner gets no cash-out value
 * rather than a wrong one.
 */
function chancesOf(line: NamedLine, attributes: XmlElement["attributes"]) {
  const { win_probabilities: win, probabilities } = attributes;
  const number = (name: string) => Number(attributes[`${name}_probabilities`] ?? 0);
  if (win !== undefined)
    return {
      win: Number(win),
      half_win: number("half_win"),
      refund: number("refund"),
      half_lose: number("half_lose"),
    };
  if (probabilities === undefined || canRefund(line)) return undefined;
  return { win: Number(probabilities), half_win: 0, refund: 0, half_lose: 0 };
}

function canRefund({ id, spec }: NamedLine): boolean {
  const values = findLine(id, spec)?.values;
  const quarters = quartersOf(values?.total ?? values?.hcp);
  return id === "draw_no_bet" || (quarters !== undefined && Math.abs(quarters) % 4 !== 2);
}

function stoppedGroups(text = "all"): "all" | readonly string[] {
  const named = text.split("|").map(each => groups[each]);
  return named.every(each => each !== undefined) ? [...new Set(named)] : "all";
}

/** Undecided markets are left out; what is void without a factor is void as a whole. */
function readSettlement(root: XmlElement): WireMessage {
  const markets = childrenOf(childOf(root, "outcomes"), "market").flatMap(element => {
    const { id, spec, market } = lineOf(element);
    const outcomes = childrenOf(element, "outcome").map(({ attributes }) => ({
      id: outcomeOf(market, attributes.id),
      result: Number(attributes.result),
      void_factor: Number(attributes.void_factor ?? 0),
      dead_heat: Number(attributes.dead_heat_factor ?? 1),
    }));
    const isDecided = outcomes.length > 0 && outcomes.every(({ result }) => result !== -1);
    return isDecided ? [{ id, spec, decided_at: Number(root.attributes.timestamp), outcomes }] : [];
  });
  return { type: "bet_settlement", certainty: Number(root.attributes.certainty ?? 1), markets };
}

const namedMarkets = (root: XmlElement) =>
  childrenOf(root, "market").map(element => {
    const { id, spec } = lineOf(element);
    return { id, spec };
  });

function cancelWindow({ attributes, children }: XmlElement) {
  const time = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const reason = children.find(({ name }) => name === "market")?.attributes.void_reason;
  return {
    from: time(attributes.start_time),
    to: time(attributes.end_time),
    reason: reason === undefined ? "cancelled by the provider" : `void reason ${reason} of the provider`,
  };
}
