import { invariant } from "#kit/std/invariant.ts";
import { cases } from "#modules/games/cases/shared/rules.ts";
import type { Chance } from "./chance.ts";
import type { Client, Request } from "./client.ts";
import type { Heard } from "./house.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a foreign client reads them.
type Body = any;

export interface PlayerNeeds {
  readonly chance: Chance;
  readonly client: Client;
  wait(ms: number): Promise<void>;
  /** Called after each thing done: the place to look at the books. */
  done(): void;
}

/** Of roubles; now and then something that is none. */
const stakes = ["1", "2.50", "10", "33.33", "100", "500"] as const;
const noStakes = ["", "0", "-1", "1e3", "NaN", "1.005", " 1", "99999999999999", "10000000", "１"] as const;
const spots = ["red", "odd", "high", "dozen-2", "column-1", "straight-17", "straight-0"] as const;
const noAnswer = { status: 0, body: {} as Body };

/** A player who does so many things, one after another and now and then two at once, in games picked by chance. */
export async function play(needs: PlayerNeeds, actions: number): Promise<void> {
  const { chance, wait } = needs;
  const games = [instant, instant, stepwise("miner"), stepwise("hilo"), crash, roulette] as const;
  for (let i = 0; i < actions; i++) {
    await wait(chance.below(4_000));
    const hands = chance.happens(20) ? [chance.pick(games), chance.pick(games)] : [chance.pick(games)];
    await Promise.all(hands.map(game => game(needs)));
    needs.done();
  }
}

/** A stake that is none must be refused and is checked to be; undefined then. */
async function bet(needs: PlayerNeeds, name: string, body: (stake: string) => object): Promise<Body | undefined> {
  const { chance } = needs;
  if (chance.happens(4)) {
    const answer = await ask(needs, { name, body: body(chance.pick(noStakes)) });
    invariant(
      answer.status === 0 || (answer.status >= 400 && answer.status < 500),
      `${name} took a stake that is none`,
    );
    return undefined;
  }
  const answer = await ask(needs, { name, body: body(chance.pick(stakes)) });
  return answer.status === 201 ? answer.body.data : undefined;
}

async function ask({ client }: PlayerNeeds, request: Request): Promise<{ status: number; body: Body }> {
  const answer: Heard | undefined = await client.ask(request);
  return answer ? { status: answer.status, body: JSON.parse(answer.text) } : noAnswer;
}

async function instant(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const slugs = cases.map(({ slug }) => slug);
  await chance.pick([
    () =>
      bet(needs, "POST /api/v1/games/dice/bets", stake => ({
        ...{ stake, direction: chance.pick(["over", "under"]), target: `${10 + chance.below(80)}.50` },
      })),
    () =>
      bet(needs, "POST /api/v1/games/keno/bets", stake => ({
        ...{ stake, risk: chance.pick(["classic", "low", "medium", "high"]) },
        picks: chance.some(1 + chance.below(10), 40).map(number => number + 1),
      })),
    () =>
      ask(needs, {
        name: "POST /api/v1/games/cases/bets",
        body: { slug: slugs[chance.below(slugs.length)], count: 1 + chance.below(5) },
      }),
  ])();
}

/** Goes on with the round that is open, or begins one. */
function stepwise(game: "miner" | "hilo") {
  const path = `/api/v1/games/${game}`;
  return async (needs: PlayerNeeds): Promise<void> => {
    const { chance } = needs;
    const { body } = await ask(needs, { name: `GET ${path}`, body: {} });
    let round: Body = body.data?.round;
    round ??= await bet(needs, `POST ${path}/bets`, stake => ({
      ...{ stake },
      ...(game === "miner" ? { mines: 1 + chance.below(24) } : {}),
    }));
    for (let steps = chance.below(5); round?.status === "open" && steps > 0; steps--) {
      const params = { id: round.id };
      const cashOut = { name: `POST ${path}/bets/:id/cash-out`, params, body: {} };
      const step =
        game === "miner"
          ? { name: `POST ${path}/bets/:id/reveal`, params, body: { tile: chance.below(25) } }
          : { name: `POST ${path}/bets/:id/guess`, params, body: { choice: chance.pick(hiloChoices) } };
      // Both at once, as two open pages do: one of them comes too late.
      const both = chance.happens(25) ? [step, cashOut] : [chance.happens(25) ? cashOut : step];
      const answers = await Promise.all(both.map(request => ask(needs, request)));
      round = answers.find(({ status }) => status === 200)?.body.data ?? round;
    }
  };
}

const hiloChoices = ["higher", "lower", "red", "black", "skip"] as const;

async function crash(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const auto = chance.happens(50) ? { auto_cash_out: `${1 + chance.below(4)}.${10 + chance.below(90)}` } : {};
  const placed = await bet(needs, "POST /api/v1/games/crash/bets", stake => ({ stake, ...auto }));
  if (!placed || chance.happens(20)) return;
  await needs.wait(chance.below(20_000));
  const cashOut = { name: "POST /api/v1/games/crash/bets/:id/cash-out", params: { id: placed.id }, body: {} };
  await Promise.all(chance.happens(20) ? [ask(needs, cashOut), ask(needs, cashOut)] : [ask(needs, cashOut)]);
}

async function roulette(needs: PlayerNeeds): Promise<void> {
  const { chance } = needs;
  const name = chance.happens(60) ? "POST /api/v1/games/roulette/bets" : "POST /api/v1/games/roulette/spins";
  await bet(needs, name, stake => ({
    chips: chance.some(1 + chance.below(4), spots.length).map(index => ({ spot: spots[index], stake })),
  }));
}
