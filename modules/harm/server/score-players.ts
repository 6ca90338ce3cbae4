import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { youngBelowYears } from "../shared/markers.ts";
import { type PlayerFacts, valuesOf } from "../shared/play-values.ts";
import { type Grade, gradeOf, grades, type Score, scoreOf } from "../shared/score.ts";
import { hadInteractionSince, insertInteraction } from "./case-store.ts";
import { updateHold } from "./hold-offers.ts";
import type { HarmNeeds } from "./needs.ts";
import { openCase } from "./open-case.ts";
import { readFacts } from "./read-facts.ts";
import { playersToScore, saveScore } from "./store.ts";

const dayMs = 86_400_000;
const playersAtOnce = 200;
/** At most one notice of a kind in this time. */
const noticeIntervalMs = 30 * dayMs;
/** Deposits below this are no marker at any age: EUR. */
const noMatter = 300;

/** Scores everybody who played since, and everybody with a score; test accounts have none. */
export async function scorePlayers(needs: HarmNeeds, since: Date): Promise<void> {
  const { host, people } = needs;
  const testPlayers = new Set(await people.testPlayers(host.db));
  const players = (await playersToScore(host.db, since)).filter(player => !testPlayers.has(player));
  for (let begin = 0; begin < players.length; begin += playersAtOnce)
    await scoreThese(needs, players.slice(begin, begin + playersAtOnce));
}

export async function scoreThese(needs: HarmNeeds, players: readonly PlayerId[]): Promise<void> {
  const { host } = needs;
  const nowMs = host.clock.now();
  const facts = await readFacts(host.db, players, nowMs);
  for (const [player, known] of facts) {
    const values = valuesOf(known);
    const isYoung = values.net_deposits > noMatter && (await isBelow(needs, player, youngBelowYears, nowMs));
    await host.db.tx(tx => saveAndAct(needs, tx, player, scoreOf(values, isYoung), known));
  }
}

async function isBelow({ host, bornOn }: HarmNeeds, player: PlayerId, years: number, nowMs: number): Promise<boolean> {
  const born = await bornOn(host.db, player);
  if (born === null) return false;
  const turns = new Date(`${born}T00:00:00Z`);
  turns.setUTCFullYear(turns.getUTCFullYear() + years);
  return turns.getTime() > nowMs;
}

async function saveAndAct(
  needs: HarmNeeds,
  tx: Tx,
  player: PlayerId,
  score: Score,
  { today, money }: PlayerFacts,
): Promise<void> {
  const now = new Date(needs.host.clock.now());
  const loss = money.filter(({ day }) => day > today - 30).reduce((sum, day) => sum + day.loss, 0);
  const before = await saveScore(tx, player, score, { day: today, loss, now });
  await updateHold(tx, player, now);
  const grade = gradeOf(score.score);
  if (score.score < grades.figures) return;
  if (gradeOf(before) !== grade || before < grades.figures) await sendNotice(needs, tx, player, score, grade);
  if (score.score >= grades.contact) await openCase(needs, tx, player, "score");
}

/** The inbox entry of a grade, and its interaction, whose outcome is looked at later. */
async function sendNotice(needs: HarmNeeds, tx: Tx, player: PlayerId, score: Score, grade: Grade): Promise<void> {
  const { host, notices } = needs;
  const kind = grade === "figures" ? "figures" : "warning";
  const nowMs = host.clock.now();
  if (await hadInteractionSince(tx, player, kind, new Date(nowMs - noticeIntervalMs))) return;
  const id = host.ids.next();
  const entry = kind === "figures" ? "play_figures" : "play_warning";
  await notices.give(tx, { player, kind: entry, data: {}, source: `${entry}:${id}` });
  await insertInteraction(tx, {
    id,
    playerId: player,
    caseId: null,
    kind,
    text: null,
    reply: null,
    score: score.score,
    markers: score.markers,
    byName: null,
    at: new Date(nowMs),
  });
}
