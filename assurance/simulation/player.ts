import type { Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { casesRules } from "#modules/games/cases/shared/rules.ts";
import type { Chance } from "./chance.ts";
import type { Client, Request } from "./client.ts";
import type { GameName } from "./games.ts";
import type { CallResponse } from "./simulated-app.ts";

const { cases } = casesRules.current;

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a foreign client reads them.
type Body = any;

export interface PlayerNeeds {
  readonly chance: Chance;
  readonly client: Client;
  wait(ms: number): Promise<void>;
  /** Called after each action: the place to check the books. */
  done(): void;
}

/** In roubles; sometimes an invalid value. */
const stakes = ["1", "2.50", "10", "33.33", "100", "500"] as const;
const noStakes = ["", "0", "-1", "1e3", "NaN", "1.005", " 1", "99999999999999", "10000000", "１"] as const;
const spots = ["red", "odd", "high", "dozen-2", "column-1", "straight-17", "straight-0"] as const;
const coinSides = ["heads", "tails"] as const;
const guesses = ["higher", "lower", "red", "black", "skip"] as const;
const noAnswer = { status: 0, body: {} as Body };

type Play = (needs: PlayerNeeds) => Promise<void>;

/** A player who performs this many actions, sequentially and sometimes two concurrently, in random games. */
export async function play(needs: PlayerNeeds, names: readonly GameName[], actions: number): Promise<void> {
  const { chance, wait } = needs;
  const pick = () => plays[names[chance.below(names.length)] ?? "dice"];
  for (let i = 0; i < actions; i++) {
    await wait(chance.below(4_000));
    const hands = chance.happens(20) ? [pick(), pick()] : [pick()];
    await Promise.all(hands.map(game => game(needs)));
    needs.done();
  }
}

/** Checks that an invalid stake is refused; undefined then. */
async function bet(
  needs: PlayerNeeds,
  name: string,
  body: (stake: string) => object,
  params: object = {},
): Promise<Body | undefined> {
  const { chance } = needs;
  if (!name.endsWith("/battles") && chance.happens(4)) {
    const answer = await ask(needs, { name, params, body: body(chance.pick(noStakes)) });
    invariant(
      answer.status === 0 || (answer.status >= 400 && answer.status < 500),
      `${name} took a stake that is none`,
    );
    return undefined;
  }
  const sent = body(chance.pick(stakes)) as { readonly round?: number };
  const answer = await ask(needs, { name, params, body: sent });
  if (answer.status !== 201) return undefined;
  const { round } = answer.body.data.proof;
  invariant(sent.round === undefined || sent.round === round, `${name}: sent for ${sent.round}, taken into ${round}`);
  return answer.body.data;
}

async function ask({ client }: PlayerNeeds, request: Request, key?: Uuid): Promise<{ status: number; body: Body }> {
  const answer: CallResponse | undefined = await client.ask(request, key);
  return answer ? { status: answer.status, body: JSON.parse(answer.text) } : noAnswer;
}

/** Sometimes names the round of a bet: the one after the last round that this client has seen end. */
async function expectedRound(needs: PlayerNeeds, game: "crash" | "roulette"): Promise<{ round?: number }> {
  if (!needs.chance.happens(30)) return {};
  const { body } = await ask(needs, { name: `GET /api/v1/games/${game}/rounds`, body: {} });
  const last: number | undefined = body.data?.items[0]?.round;
  return last === undefined ? {} : { round: last + 1 };
}

/** Continues the open round, or starts one. */
function stepwise(game: "miner" | "hilo" | "coinflip", start: (chance: Chance) => object, step: StepOf): Play {
  const path = `/api/v1/games/${game}`;
  return async needs => {
    const { chance } = needs;
    const { body } = await ask(needs, { name: `GET ${path}`, body: {} });
    let round: Body = body.data?.round;
    round ??= await bet(needs, `POST ${path}/bets`, stake => ({ stake, ...start(chance) }));
    for (let steps = chance.below(5); round?.status === "open" && steps > 0; steps--) {
      const params = { id: round.id };
      const cashOut = { name: `POST ${path}/bets/:id/cash-out`, params, body: {} };
      const next = { name: `POST ${path}/bets/:id/${step.name}`, params, body: step.body(chance) };
      // Both concurrently, as from two open pages: one of them is too late.
      const both = chance.happens(25) ? [next, cashOut] : [chance.happens(25) ? cashOut : next];
      const answers = await Promise.all(both.map(request => ask(needs, request)));
      round = answers.find(({ status }) => status === 200)?.body.data ?? round;
    }
  };
}

interface StepOf {
  readonly name: string;
  body(chance: Chance): object;
}

const ladder = stepwise("coinflip", () => ({ ladder: true }), {
  name: "flip",
  body: chance => ({ side: chance.pick(coinSides) }),
});

const plays: Readonly<Record<GameName, Play>> = {
  dice: async needs =>
    void (await bet(needs, "POST /api/v1/games/dice/bets", stake => ({
      stake,
      direction: needs.chance.pick(["over", "under"]),
      target: `${10 + needs.chance.below(80)}.50`,
    }))),
  plinko: async needs =>
    void (await bet(needs, "POST /api/v1/games/plinko/bets", stake => ({
      stake,
      rows: 8 + needs.chance.below(9),
      risk: needs.chance.pick(["low", "medium", "high"]),
    }))),
  limbo: async needs =>
    void (await bet(needs, "POST /api/v1/games/limbo/bets", stake => ({
      stake,
      target: `${1 + needs.chance.below(20)}.${10 + needs.chance.below(90)}`,
    }))),
  keno: async needs =>
    void (await bet(needs, "POST /api/v1/games/keno/bets", stake => ({
      stake,
      risk: needs.chance.pick(["classic", "low", "medium", "high"]),
      picks: needs.chance.some(1 + needs.chance.below(10), 40).map(number => number + 1),
    }))),
  cases: async needs =>
    void (await ask(needs, {
      name: "POST /api/v1/games/cases/bets",
      body: { slug: cases[needs.chance.below(cases.length)]?.slug, count: 1 + needs.chance.below(5) },
    })),
  coinflip: needs =>
    needs.chance.happens(30)
      ? bet(needs, "POST /api/v1/games/coinflip/bets", stake => ({ stake, side: needs.chance.pick(coinSides) }))
      : ladder(needs),
  miner: stepwise("miner", chance => ({ mines: 1 + chance.below(24) }), {
    name: "reveal",
    body: chance => ({ tile: chance.below(25) }),
  }),
  hilo: stepwise("hilo", () => ({}), { name: "guess", body: chance => ({ choice: chance.pick(guesses) }) }),
  crash,
  roulette,
  rooms,
  duels: multiplayer("/api/v1/games/coinflip/duels", "duels", chance => ({
    side: chance.pick(coinSides),
    house: chance.happens(40),
  })),
  battles: multiplayer("/api/v1/games/cases/battles", "battles", chance => ({
    cases: [cases[chance.below(3)]?.slug, cases[chance.below(3)]?.slug],
    seats: chance.pick([2, 2, 3]),
  })),
};

async function crash(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const auto = chance.happens(50) ? { auto_cash_out: `${1 + chance.below(4)}.${10 + chance.below(90)}` } : {};
  const round = await expectedRound(needs, "crash");
  const placed = await bet(needs, "POST /api/v1/games/crash/bets", stake => ({ stake, ...auto, ...round }));
  if (!placed || chance.happens(20)) return;
  await needs.wait(chance.below(20_000));
  const cashOut = { name: "POST /api/v1/games/crash/bets/:id/cash-out", params: { id: placed.id }, body: {} };
  await Promise.all(chance.happens(20) ? [ask(needs, cashOut), ask(needs, cashOut)] : [ask(needs, cashOut)]);
}

async function roulette(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const table = chance.happens(60);
  const round = table ? await expectedRound(needs, "roulette") : {};
  await bet(needs, `POST /api/v1/games/roulette/${table ? "bets" : "spins"}`, stake => ({
    chips: chance.some(1 + chance.below(4), spots.length).map(index => ({ spot: spots[index], stake })),
    ...round,
  }));
}

/** Places one or more stakes in a pot; sometimes tries to leave. */
async function rooms(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const params = { colour: chance.pick(["red", "red", "red", "yellow"]) };
  for (let times = 1 + chance.below(2); times > 0; times--) {
    await bet(needs, "POST /api/v1/games/rooms/:colour/bets", stake => ({ stake }), params);
    await needs.wait(chance.below(3_000));
  }
  if (chance.happens(20)) await ask(needs, { name: "DELETE /api/v1/games/rooms/:colour/bets", params, body: {} });
  // Long enough for the count, the beacon and the draw.
  if (chance.happens(50)) await needs.wait(20_000 + chance.below(40_000));
}

/** Joins an open round, or opens one; sometimes cancels it while others are joining. */
function multiplayer(path: string, list: "duels" | "battles", body: (chance: Chance) => object): Play {
  return async needs => {
    const { chance } = needs;
    const rounds = (await ask(needs, { name: `GET ${path}`, body: {} })).body.data;
    const open: readonly Body[] = rounds?.[list] ?? [];
    if (open.length > 0 && chance.happens(65)) {
      const params = { id: open[chance.below(open.length)].id };
      await ask(needs, { name: `POST ${path}/:id/join`, params, body: {} });
      return;
    }
    const opened = await bet(needs, `POST ${path}`, stake => ({ ...body(chance), ...(list === "duels" && { stake }) }));
    if (!opened || chance.happens(60)) return;
    await needs.wait(chance.below(3_000));
    const params = { id: `${list}-${opened.proof.round}` };
    await ask(needs, { name: `DELETE ${path}/:id`, params, body: {} });
  };
}
