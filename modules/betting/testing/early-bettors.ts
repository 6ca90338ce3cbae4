import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { readPrice } from "../shared/read-slip.ts";
import { type EarlyMatch, earlyMatch, type Happening, type MatchScript } from "./early-match.ts";
import type { TestSportsbook } from "./test-sportsbook.ts";

const stepMs = 500;
/** More than what the first prices of a match take. */
const statedMs = 5;
const bettors = 20;
/** How long before the feed a bettor may know what happened. */
const mostLeadMs = 3_000;

interface Attempt {
  readonly key: Uuid;
  readonly match: EarlyMatch;
  /** What the bettor knew of and the feed had not said. */
  readonly knows: Happening | undefined;
}

export interface EarlyFindings {
  readonly accepted: number;
  /** Slips that stand although they were accepted when their market was decided, or before kick-off after it. */
  readonly decided: readonly string[];
  /** Slips that stand at another price than the newest one that was applied. */
  readonly outdated: readonly string[];
  /** Live slips that stand and were accepted before the feed said what their bettor knew. */
  readonly informed: readonly string[];
  /** Slips that nothing has ended. */
  readonly open: number;
}

/**
 * Plays so many matches at once, over a feed that is delayed, repeated, reordered and silent for a while, with twenty bettors who know what
 * happens up to 3 s before the feed says it. Ends with every match settled.
 */
export async function playEarlyBettors(
  sportsbook: TestSportsbook,
  events: number,
  seed: string,
): Promise<EarlyFindings> {
  const random = chances(seed);
  // Stating the first prices takes time: the matches begin after it.
  const begun = sportsbook.feed.feed.now + events * statedMs;
  const matches = Array.from({ length: events }, (_, at) =>
    earlyMatch(sportsbook.feed.feed, scriptOf(`m:early:${seed}:${at}`, begun, random)),
  );
  const players = await Promise.all(Array.from({ length: bettors }, () => sportsbook.player("100000")));
  for (const some of inGroups(matches, 25)) await sportsbook.send("pre", ...some.flatMap(match => match.before()));
  while (sportsbook.feed.feed.now < begun) await sportsbook.feed.beat(1);
  const attempts: Attempt[] = [];
  const answers: Promise<unknown>[] = [];

  function bet(match: EarlyMatch, knows: Happening | undefined, wanted: string): void {
    const player = required(players[random.below(players.length)], "a bettor");
    const offered = match.offered();
    const { id: market, spec, outcomes } = required(offered[random.below(offered.length)], "a market");
    const { id: outcome, price } = outcomes.find(({ id }) => id === wanted) ?? required(outcomes[0], "an outcome");
    const policy = random.below(2) === 0 ? "better" : "any";
    const key = sportsbook.host.ids.next();
    attempts.push({ key, match, knows });
    const legs = [{ event: match.script.id, market, spec, outcome, price }];
    answers.push(sportsbook.place(player, { kind: "single", unit: "1", policy, legs }, key));
  }

  const feed = faultyFeed(sportsbook, random, begun);
  const last = Math.max(...matches.flatMap(({ script }) => script.happenings.map(({ published }) => published)));
  for (let now = sportsbook.feed.feed.now; now <= last + 10_000; now = sportsbook.feed.feed.now) {
    const until = now + stepMs;
    for (const match of matches) {
      const { happenings } = match.script;
      for (const each of happenings.filter(({ at }) => at >= now - stepMs && at < now))
        for (let more = 0; more < 2; more += 1)
          bet(match, each.published > until ? each : undefined, each.side ?? "home");
      if (random.below(160) === 0 && (happenings.at(-1)?.published ?? 0) > now) bet(match, undefined, "away");
    }
    await feed.step(
      matches.flatMap(match =>
        match.script.happenings
          .filter(({ published }) => published >= now && published < until)
          .flatMap(each => match.messagesAt(each)),
      ),
    );
    if (sportsbook.feed.feed.now < until) await sportsbook.host.pass(until - sportsbook.feed.feed.now);
  }
  await Promise.all(answers);
  await sportsbook.settle();
  return findings(sportsbook, attempts);
}

function scriptOf(id: string, begun: number, random: Chances): MatchScript {
  const plannedStart = begun + 8_000 + random.below(12_000);
  // Some begin earlier than planned, and nobody says so in time.
  const start =
    random.below(10) === 0 ? plannedStart - 2_000 - random.below(4_000) : plannedStart + random.below(1_000);
  const times = [start, start + 8_000 + random.below(6_000), start + 18_000 + random.below(6_000), start + 30_000];
  const kinds = ["start", "goal", "goal", "end"] as const;
  const happenings = times.map((at, position) => ({
    kind: kinds[position] ?? "end",
    at,
    published: at + random.below(mostLeadMs),
    side: random.below(2) === 0 ? ("home" as const) : ("away" as const),
  }));
  return { id, plannedStart, happenings };
}

/** Sends frames of the producer `live` with repeats, frames in another order, and a silence that a recovery ends. */
function faultyFeed({ feed: { feed, settle } }: TestSportsbook, random: Chances, begun: number) {
  let held: string | undefined;
  let beaten = 0;
  const isSilent = () => feed.now >= begun + 22_000 && feed.now < begun + 27_000;
  function deliver(text: string): void {
    feed.deliver("live", text);
    if (random.below(20) === 0) feed.deliver("live", text);
  }
  return {
    async step(messages: readonly object[]): Promise<void> {
      const before = held;
      held = undefined;
      for (const some of inGroups(messages, 100)) {
        const { text } = feed.make("live", some);
        if (isSilent()) continue;
        if (held === undefined && before === undefined && random.below(20) === 0) held = text;
        else deliver(text);
      }
      if (before !== undefined) deliver(before);
      if (feed.now - beaten >= 1_000) {
        beaten = feed.now;
        feed.alive("pre");
        if (isSilent()) feed.make("live", [{ type: "alive", at: feed.now, subscribed: true }]);
        else feed.alive("live");
      }
      await settle();
    },
  };
}

interface SlipRow {
  key: Uuid;
  player: PlayerId;
  status: number;
  placedAt: Date;
  kind: string;
  spec: string;
  outcome: string;
  price: number;
  marketN: bigint;
  eventN: bigint;
}

async function findings({ host }: TestSportsbook, attempts: readonly Attempt[]): Promise<EarlyFindings> {
  const byKey = new Map(attempts.map(attempt => [attempt.key, attempt]));
  const { rows } = await host.db.query<SlipRow>(
    `SELECT s.key, s.player_id AS player, s.status, s.placed_at AS "placedAt", l.kind, l.spec, l.outcome, l.price,
       l.market_n AS "marketN", l.event_n AS "eventN"
     FROM wallet.slips s JOIN wallet.slip_legs l ON l.player_id = s.player_id AND l.key = s.key`,
  );
  const made = rows.flatMap(row => {
    const attempt = byKey.get(row.key);
    return attempt ? [{ row, attempt }] : [];
  });
  const standing = made.filter(({ row }) => row.status === settledStatus);
  const named = (of: typeof made) => of.map(({ row, attempt }) => `${attempt.match.script.id} ${row.kind} ${row.key}`);
  return {
    accepted: made.length,
    decided: named(standing.filter(isDecided)),
    outdated: named(made.filter(isOutdated)),
    informed: named(standing.filter(isInformed)),
    open: made.filter(({ row }) => row.status === openStatus).length,
  };
}

const [openStatus, settledStatus] = [0, 1];

interface Made {
  readonly row: SlipRow;
  readonly attempt: Attempt;
}

/** Whether the bet was decided when accepted. Next goal: at or after that goal; before kick-off: after it; result: after the end. */
function isDecided({ row: { kind, spec, placedAt, eventN }, attempt: { match } }: Made): boolean {
  const { happenings } = match.script;
  const goals = happenings.filter(each => each.kind === "goal");
  const [start, end] = [required(happenings[0], "a start"), required(happenings.at(-1), "an end")];
  const decidedAt = kind === "next_goal" ? (goals[Number(spec.slice("goal=".length)) - 1] ?? end).at : end.at;
  if (placedAt.getTime() >= decidedAt) return true;
  const isBeforeStart = eventN <= BigInt(required(match.stated[0], "prices before the start").n);
  return isBeforeStart && placedAt.getTime() >= start.at;
}

function isOutdated({ row, attempt: { match } }: Made): boolean {
  const known = match.stated.filter(({ n, market }) => BigInt(n) <= row.eventN && market === `${row.kind} ${row.spec}`);
  const newest = known.at(-1);
  return (
    newest === undefined || BigInt(newest.n) !== row.marketN || readPrice(newest.prices[row.outcome]) !== row.price
  );
}

function isInformed({ row, attempt: { knows } }: Made): boolean {
  const at = row.placedAt.getTime();
  return knows !== undefined && knows.kind === "goal" && at >= knows.at && at < knows.published;
}

interface Chances {
  /** A whole number from 0, below `most`. */
  below(most: number): number;
}

function chances(seed: string): Chances {
  const random = seededRandom(seed);
  return { below: most => new DataView(random.bytes(4).buffer).getUint32(0) % most };
}

function inGroups<T>(of: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(of.length / size) }, (_, at) => of.slice(at * size, (at + 1) * size));
}
