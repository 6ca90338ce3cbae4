import { randomUUID } from "node:crypto";
import type { SignedIn } from "./player.ts";

type Line = readonly [room: "en" | "kk" | "ru", text: string];

/** What demo players say in the chat: about games, not addressed to anyone. */
export const lines: readonly [Line, ...Line[]] = [
  ["en", "Good evening, everybody"],
  ["en", "Three mines is my limit for today"],
  ["en", "Checked my last roll with the verifier, it matches"],
  ["en", "Who is in the tournament?"],
  ["en", "Cashed out at 2x, no regrets"],
  ["en", "Time for a break, see you later"],
  ["kk", "Бәріне сәлем"],
  ["kk", "Бүгін үш минамен ойнадым"],
  ["kk", "Соңғы раундты өзім тексердім, бәрі дұрыс"],
  ["kk", "Турнирде кім бар?"],
  ["kk", "Сәттілік, достар"],
  ["kk", "Біраз демалайын, кейін келемін"],
  ["ru", "Всем добрый вечер"],
  ["ru", "На трёх минах, больше пяти не ставлю"],
  ["ru", "Проверил последний раунд сам, всё сходится"],
  ["ru", "Кто в турнире, сколько сейчас до сотого места?"],
  ["ru", "Забрал на двух иксах, и хорошо"],
  ["ru", "Пойду передохну, до вечера"],
];

/** Sends a message. One that is refused, to newcomers or within the pause of the slow mode, is dropped. */
export async function chat(player: SignedIn): Promise<void> {
  const [room, text] = player.pick(lines);
  await player.say(room, { key: randomUUID(), text });
}
