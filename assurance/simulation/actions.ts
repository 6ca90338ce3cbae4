import type { Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Chance } from "./chance.ts";
import type { Client, Request } from "./client.ts";
import type { CallResponse } from "./server-process.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a foreign client reads them.
export type Body = any;

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
const noAnswer = { status: 0, body: {} as Body };

export type Play = (needs: PlayerNeeds) => Promise<void>;

/** Checks that an invalid stake is refused; undefined then. */
export async function bet(
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

export async function ask(
  { client }: PlayerNeeds,
  request: Request,
  key?: Uuid,
): Promise<{ status: number; body: Body }> {
  const answer: CallResponse | undefined = await client.ask(request, key);
  return answer ? { status: answer.status, body: JSON.parse(answer.text) } : noAnswer;
}

/** Sometimes names the round of a bet: the one after the last round that this client has seen end. */
export async function expectedRound(needs: PlayerNeeds, game: string): Promise<{ round?: number }> {
  if (!needs.chance.happens(30)) return {};
  const { body } = await ask(needs, { name: `GET /api/v1/games/${game}/rounds`, body: {} });
  const last: number | undefined = body.data?.items[0]?.round;
  return last === undefined ? {} : { round: last + 1 };
}

/** Continues the open round, or starts one. */
export function playSteps(game: string, start: (chance: Chance) => object, step: StepOf): Play {
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

/** Joins an open round, or opens one; sometimes cancels it while others are joining. */
export function playMultiplayer(path: string, list: string, body: (chance: Chance) => object): Play {
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
