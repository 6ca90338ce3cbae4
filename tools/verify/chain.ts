import { beaconRound, isSignedRound } from "#kit/fair/beacon.ts";
import { walkDown } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import { getSequence, type PublishedChain } from "#modules/fairness/shared/contract.ts";
import { getCrashRounds } from "#modules/games/crash/shared/contract.ts";
import { crashRules, drawPoint } from "#modules/games/crash/shared/rules.ts";
import { getRouletteRounds } from "#modules/games/roulette/shared/contract.ts";
import { drawPocket, rouletteRules } from "#modules/games/roulette/shared/rules.ts";
import { ask, Unusable } from "./sources.ts";

interface PastRound {
  readonly round: number;
  readonly link: string;
  readonly rules_version: string;
  readonly result: string;
}

/** How the rounds of a sequence are read from a server, and what its stream makes of them. */
interface Sequence {
  page(apiUrl: string, query: string): Promise<{ rounds: readonly PastRound[]; next: string | null }>;
  /** Undefined for rules that this release does not know. */
  draw(stream: WordStream, rulesVersion: string): string | undefined;
}

/** The rounds of crash, under every version of its rules. */
export const crashSequence = (versions: Pick<typeof crashRules, "find">): Sequence => ({
  async page(apiUrl, query) {
    const { data } = getCrashRounds.output.parse(await ask(apiUrl, `/api/v1/games/crash/rounds${query}`));
    return { rounds: data.items.map(item => ({ ...item, result: item.point })), next: data.next_cursor };
  },
  draw(stream, version) {
    const rules = versions.find(version);
    return rules && formatHundredths(drawPoint(rules, stream));
  },
});

export const sequences: Readonly<Record<string, Sequence>> = {
  crash: crashSequence(crashRules),
  "roulette-1": {
    async page(apiUrl, query) {
      const { data } = getRouletteRounds.output.parse(await ask(apiUrl, `/api/v1/games/roulette/rounds${query}`));
      return { rounds: data.items.map(item => ({ ...item, result: String(item.pocket) })), next: data.next_cursor };
    },
    draw(stream, version) {
      const rules = rouletteRules.find(version);
      return rules && String(drawPocket(rules, stream));
    },
  },
};

type Say = (line: string) => void;
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Checks the rounds of a sequence in a range against nothing but the published head: the last revealed link must lead to it, all
 * links in between follow by hashing, and each finished round of the published history must have that link and that result.
 * @returns whether everything agrees
 */
export async function verifyChain(
  apiUrl: string,
  sequence: string,
  wanted: Partial<Range>,
  beacon: string | undefined,
  say: Say,
  known: Readonly<Record<string, Sequence>> = sequences,
) {
  const rounds = known[sequence];
  if (!rounds) throw new Unusable(`--chain must be ${Object.keys(known).join(" or ")}.`);
  const { data } = getSequence.output.parse(await ask(apiUrl, `/api/v1/fairness/sequences/${sequence}`));
  if (data.revealed_link === null) throw new Unusable("No round has ended yet.");
  const chain = required(
    data.chains.find(each => each.first_round <= data.revealed_round),
    "a chain of the revealed round",
  );
  const range = {
    from: Math.max(wanted.from ?? 1, chain.first_round),
    to: Math.min(wanted.to ?? Infinity, data.revealed_round),
  };
  const links = linksOf(data.revealed_link, data.revealed_round, range);
  const first = required(links.get(range.from), "the first link of the range");
  const steps = range.from - chain.first_round + 1;
  const leads = toHex(walkDown(nobleHashes, first, steps)) === chain.head;
  say(`rounds ${range.from} to ${range.to} of chain ${chain.chain}`);
  say(
    `${leads ? "=" : "≠"} the link of round ${range.from} leads to the published head ${chain.head} (hashes: ${steps})`,
  );
  const salted = await checkSalt(chain, beacon, say);
  const salt = required(chain.salt, "the salt of a chain in use");
  const resultOf = ({ round, rules_version }: PastRound, link: Uint8Array) =>
    rounds.draw(openStream(nobleHashes, link, [sequence, round, salt]), rules_version);
  return (await checkHistory(query => rounds.page(apiUrl, query), links, range, resultOf, say)) && leads && salted;
}

/** All links of the range, from the last revealed one downwards. */
function linksOf(revealed: string, round: number, range: Range): Map<number, Uint8Array> {
  const links = new Map<number, Uint8Array>();
  let link = required(parseHex(revealed), "a link in hexadecimal");
  for (let number = round; number >= range.from; number--) {
    if (number <= range.to) links.set(number, link);
    link = nobleHashes.sha256(link);
  }
  return links;
}

/** The salt is the value of the beacon round that was named in advance, signed by the beacon's key. */
async function checkSalt(chain: PublishedChain, beacon: string | undefined, say: Say): Promise<boolean> {
  const name = `${chain.beacon.test ? "test beacon" : "beacon"} ${chain.beacon.chain}, round ${chain.beacon.round}`;
  if (!beacon) {
    say(`· the salt is reported as the value of ${name}; pass its address with --beacon to check it`);
    return true;
  }
  const path = `${beacon.replace(/\/$/, "")}/${chain.beacon.chain}/public/${chain.beacon.round}`;
  const round = beaconRound.parse(await ask(path, ""));
  const right =
    round.round === chain.beacon.round &&
    round.randomness === chain.salt &&
    isSignedRound(round, chain.beacon.public_key);
  say(`${right ? "=" : "≠"} the salt is the signed value of ${name}`);
  return right;
}

async function checkHistory(
  page: (query: string) => ReturnType<Sequence["page"]>,
  links: ReadonlyMap<number, Uint8Array>,
  range: Range,
  resultOf: (past: PastRound, link: Uint8Array) => string | undefined,
  say: Say,
) {
  let [checked, wrong] = [0, 0];
  let cursor: string | null = "";
  let lowest = Number.POSITIVE_INFINITY;
  while (cursor !== null && lowest > range.from) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const { rounds, next } = await page(query);
    for (const item of rounds) {
      lowest = Math.min(lowest, item.round);
      const link = links.get(item.round);
      if (!link) continue;
      const result = resultOf(item, link);
      checked += 1;
      if (item.link === toHex(link) && item.result === result) continue;
      wrong += 1;
      say(
        `≠ round ${item.round}: the server reports ${item.result} with ${item.link}, the chain gives ${result ?? `nothing under the unknown rules ${item.rules_version}`} with ${toHex(link)}`,
      );
    }
    cursor = rounds.length === 0 ? null : next;
  }
  say(`${wrong === 0 ? "=" : "≠"} ${checked} rounds of the history, ${wrong} of them different from the chain`);
  return wrong === 0;
}
