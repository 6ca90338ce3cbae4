import { setTimeout as sleep } from "node:timers/promises";
import { type ClusterNode, isReady } from "#tools/cluster/open-cluster.ts";
import { diceIsTaken, type Field, healMs, leaderOf, sentences, until, untilRoundTakesBets } from "./probes.ts";

/** Faults that end no process: links that are cut, a clock that is wrong. Only the last node has links of its own and a clock that can be shifted. */

const cutMs = 15_000;
const clockNoticedMs = 20_000;

const lastOf = ({ cluster }: Field): ClusterNode => {
  const node = cluster.nodes.at(-1);
  if (!node) throw new Error("a cluster has nodes");
  return node;
};

const leadsNothing = (field: Field, node: ClusterNode) => async () => {
  const { rows } = await field
    .db()
    .query("SELECT FROM cluster.leaders WHERE node = $1 AND beat > clock_timestamp() - interval '3 seconds'", [
      node.name,
    ]);
  return rows.length === 0;
};

export async function cutDatabase(field: Field): Promise<readonly string[]> {
  const node = lastOf(field);
  node.database?.cut();
  const out = await until(`${node.name} left the edge`, healMs, async () => !(await isReady(node.port)));
  const bets = await until("a bet at the others", healMs, diceIsTaken(field));
  await sleep(cutMs);
  const led = await until("its rounds at the others", healMs, leadsNothing(field, node));
  node.database?.mend();
  const back = await until(`the return of ${node.name}`, 15_000, () => isReady(node.port));
  return sentences(out, bets, led, back, await untilRoundTakesBets(field));
}

/** Neither side notices the cut: the nodes on the other side of the leader read its snapshots. */
export async function cutBus(field: Field): Promise<readonly string[]> {
  const node = lastOf(field);
  const others = field.cluster.nodes.filter(each => each !== node);
  // Rounds may get another leader meanwhile.
  const behind = async () => ((await leaderOf(field)) === node ? others : [node]);
  const followed = (what: string) => {
    const from = performance.now();
    const isFollowed = ({ name }: ClusterNode) => field.watch.lastAt(name) > from;
    return until(what, healMs, async () => (await behind()).every(isFollowed));
  };
  node.bus?.cut();
  const bets = await until("a bet meanwhile", healMs, diceIsTaken(field));
  const meanwhile = await followed("the round at nodes that the leader's events do not reach");
  await sleep(cutMs);
  const isOpen = await isReady(node.port);
  node.bus?.mend();
  const events = await followed("the round at the same nodes after the cut");
  return sentences(bets, meanwhile, isOpen ? undefined : `${node.name} left the edge for the bus's sake`, events);
}

/** The leader is there for its players, and other nodes cannot reach it. */
export async function cutLeader(field: Field): Promise<readonly string[]> {
  const { cluster, endpoint } = field;
  const leader = await leaderOf(field);
  const follower = cluster.nodes.find(node => node !== leader) ?? leader;
  leader.internal?.cut();
  const at = (node: ClusterNode) => ({ ...field, endpoint: { ...endpoint, port: node.port } });
  const own = await untilRoundTakesBets(at(leader), "a round at the leader itself");
  const dice = await until("a bet at a follower", healMs, diceIsTaken(at(follower)));
  await sleep(cutMs / 3);
  leader.internal?.mend();
  return sentences(own, dice, await untilRoundTakesBets(at(follower), "a round at a follower"));
}

export function shiftClock(seconds: number): (field: Field) => Promise<readonly string[]> {
  return async field => {
    const node = lastOf(field);
    if (!node.clock) return ["libfaketime is not installed: apt-get install libfaketime"];
    node.clock.shift(seconds);
    const out = await until(`${node.name} left the edge`, clockNoticedMs, async () => !(await isReady(node.port)));
    const led = await until("its rounds at the others", 2 * healMs, leadsNothing(field, node));
    await sleep(cutMs / 3);
    const round = await untilRoundTakesBets(field);
    const still = await leadsNothing(field, node)();
    node.clock.shift(0);
    const back = await until(`the return of ${node.name}`, clockNoticedMs, () => isReady(node.port));
    return sentences(out, led, still ? undefined : `${node.name} led with a wrong clock`, round, back);
  };
}
