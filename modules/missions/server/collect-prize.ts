import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { mayBeOffered } from "#modules/limits/server/index.ts";
import { missionForVerified, missionNotReached, missionOver, missionUnavailable } from "../shared/errors.ts";
import { countsFrom, periodOf, progressOf } from "../shared/goal.ts";
import { isAllowed } from "./missions.ts";
import type { MissionNeeds } from "./needs.ts";
import { doneSince } from "./progress.ts";
import { insertPrize, missionById, type Prize, prizeIn, startedFor, takePlace } from "./store.ts";

interface Collector {
  readonly player: PlayerId;
  readonly currency: Currency | null;
}

/**
 * COLLECTED: the prize of a mission whose goal is reached, as a bonus with nothing to wager: real money at once. Once a period, whatever is sent at the same time: the
 * wallet is locked first. A repeat returns the row that is there. Fails as its call declares.
 */
export async function collectPrize(needs: MissionNeeds, { player, currency }: Collector, id: string): Promise<Prize> {
  const { host, wallet, verification } = needs;
  const mission = await missionById(host.db, id);
  if (!mission || mission.state === "draft") return fail(notFound);
  const { prize: amount, currency: own } = mission;
  if (amount === null || own === null) return fail(missionNotReached);
  const startedAt = mission.targeted ? await startedFor(host.db, mission.id, player) : null;
  // To others it does not exist.
  if (startedAt === undefined) return fail(notFound);
  if (own !== currency) return fail(missionUnavailable);
  const isVerified = await verification.isVerified(player);
  return host.db.tx(async tx => {
    const now = new Date(host.clock.now());
    // Delays a break of the player, and a hold on their offers, until this has committed.
    const isOffered = await mayBeOffered(tx, player, now);
    await wallet.open(tx, player, own);
    await wallet.lockBalance(tx, player, own);
    const of = { mission: mission.id, player, periodFrom: periodOf(mission.period, now.getTime()) };
    const former = await prizeIn(tx, of);
    if (former) return former;
    if (!isOffered || !isAllowed(needs, mission)) fail(missionUnavailable);
    if (!isVerified) fail(missionForVerified);
    const from = countsFrom(Object.assign({ startedAt }, mission), now.getTime());
    const progress = progressOf(mission.goal, await doneSince(tx, player, from));
    if (progress.done < progress.of) fail(missionNotReached, { data: { ...progress } });
    if (!(await takePlace(tx, mission.id, now))) fail(missionOver);
    const prize = { id: host.ids.next(), ...of, currency: own, amount, at: now };
    await insertPrize(tx, prize);
    await pay(wallet, tx, prize);
    host.failpoints.hit("missions.collected");
    return prize;
  });
}

/** A bonus that is released as it is given; what the wallet wagers of another one stays as it is. */
async function pay(wallet: MissionNeeds["wallet"], tx: Tx, { id, player, currency, amount }: Prize): Promise<void> {
  const movement = { owner: player, currency, amount, reference: id };
  const bonus = account("player:bonus");
  for (const step of [
    { kind: "bonus", from: bonusCost("missions"), to: bonus },
    { kind: "bonus_released", from: bonus, to: account("player:real") },
  ] as const) {
    const answer = await wallet.move(tx, { ...movement, ...step });
    invariant(answer.kind === "moved" && !answer.replayed, "a prize is paid once");
  }
}
