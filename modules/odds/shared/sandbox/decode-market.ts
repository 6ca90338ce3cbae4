import * as z from "zod/mini";
import type { Chances, MarketStatus, PricedMarket, PricedOutcome } from "../feed.ts";

const probability = z.number().check(z.gte(0), z.lte(1));
const chances = z.object({ win: probability, half_win: probability, refund: probability, half_lose: probability });

/** A price is an exact decimal of at most three places, 1.001 to 1000. */
const price = /^([1-9]\d{0,3})(?:\.(\d{1,3}))?$/;
/** Rounding of the provider's decimals. */
const tolerance = 1e-6;

/** Thousandths; null when the text is no possible price. */
export function parsePrice(text: unknown): number | null {
  const [, whole, places = ""] = typeof text === "string" ? (price.exec(text) ?? []) : [];
  if (whole === undefined) return null;
  const thousandths = Number(whole) * 1000 + Number(places.padEnd(3, "0"));
  return thousandths >= 1001 && thousandths <= 1_000_000 ? thousandths : null;
}

interface StatedMarket {
  readonly id: string;
  readonly spec: string;
  readonly status: MarketStatus;
  readonly outcomes: readonly { readonly id: string; readonly [key: string]: unknown }[];
}

/** One bad outcome closes its market, not the message. */
export function decodeMarket({ id, spec, status, outcomes }: StatedMarket): PricedMarket {
  const read = outcomes.map(each => ({ stated: each, outcome: decodeOutcome(each) }));
  const badPrice = read.some(({ outcome }) => outcome.price === null);
  const badChances = read.some(({ stated, outcome }) => stated.p !== undefined && stated.p !== null && !outcome.p);
  const fault = badPrice ? "bad_price" : badChances ? "bad_chances" : undefined;
  return { id, spec, status, outcomes: read.map(({ outcome }) => outcome), fault };
}

function decodeOutcome(stated: StatedMarket["outcomes"][number]): PricedOutcome {
  const { id } = stated;
  const read = chances.safeParse(stated.p);
  return { id, price: parsePrice(stated.price), p: read.success && isWhole(read.data) ? read.data : null };
}

const isWhole = ({ win, half_win, refund, half_lose }: Chances) => win + half_win + refund + half_lose <= 1 + tolerance;
