import { walkDown } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { must } from "#kit/std/invariant.ts";
import { beaconRound, isSignedRound } from "#modules/fairness/shared/beacon.ts";
import { getSequence, type PublishedChain } from "#modules/fairness/shared/contract.ts";
import { getCrashRounds } from "#modules/games/crash/shared/contract.ts";
import { drawPoint } from "#modules/games/crash/shared/rules.ts";
import { ask, Unusable } from "./sources.ts";

type Say = (line: string) => void;
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Checks the rounds of crash in a range against nothing but the published head: the last revealed link must lead to it, all
 * links between follow by hashing, and each finished round of the house's history must have that link and that point.
 * @returns whether everything agrees
 */
export async function verifyCrashChain(house: string, wanted: Partial<Range>, beacon: string | undefined, say: Say) {
  const { data } = getSequence.output.parse(await ask(house, "/api/v1/fairness/sequences/crash"));
  if (data.revealed_link === null) throw new Unusable("No round is over yet.");
  const chain = must(
    data.chains.find(each => each.first_round <= data.revealed_round),
    "a chain of the revealed round",
  );
  const range = {
    from: Math.max(wanted.from ?? 1, chain.first_round),
    to: Math.min(wanted.to ?? Infinity, data.revealed_round),
  };
  const links = linksOf(data.revealed_link, data.revealed_round, range);
  const first = must(links.get(range.from), "the first link of the range");
  const steps = range.from - chain.first_round + 1;
  const leads = toHex(walkDown(nobleHashes, first, steps)) === chain.head;
  say(`rounds ${range.from} to ${range.to} of chain ${chain.chain}`);
  say(
    `${leads ? "=" : "≠"} the link of round ${range.from} leads to the published head ${chain.head} (hashes: ${steps})`,
  );
  const salted = await checkSalt(chain, beacon, say);
  return (
    (await checkHistory(house, links, range, must(chain.salt, "the salt of a chain in use"), say)) && leads && salted
  );
}

/** All links of the range, from the last revealed one downwards. */
function linksOf(revealed: string, round: number, range: Range): Map<number, Uint8Array> {
  const links = new Map<number, Uint8Array>();
  let link = must(parseHex(revealed), "a link in hexadecimal");
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
    say(`· the salt is said to be the value of ${name}; name its address with --beacon to check that`);
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
  house: string,
  links: ReadonlyMap<number, Uint8Array>,
  range: Range,
  salt: string,
  say: Say,
) {
  let [checked, wrong] = [0, 0];
  let cursor: string | null = "";
  let lowest = Number.POSITIVE_INFINITY;
  while (cursor !== null && lowest > range.from) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const { data } = getCrashRounds.output.parse(await ask(house, `/api/v1/games/crash/rounds${query}`));
    const { items, next_cursor } = data;
    for (const item of items) {
      lowest = Math.min(lowest, item.round);
      const link = links.get(item.round);
      if (!link) continue;
      const point = formatHundredths(drawPoint(openStream(nobleHashes, link, ["crash", item.round, salt])));
      checked += 1;
      if (item.link === toHex(link) && item.point === point) continue;
      wrong += 1;
      say(
        `≠ round ${item.round}: the house says ${item.point} with ${item.link}, the chain ${point} with ${toHex(link)}`,
      );
    }
    cursor = items.length === 0 ? null : next_cursor;
  }
  say(`${wrong === 0 ? "=" : "≠"} ${checked} rounds of the history, ${wrong} of them not as the chain has them`);
  return wrong === 0;
}
