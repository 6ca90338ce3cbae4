import "./frame.css";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import { el } from "./dom.ts";
import { startGame } from "./game.ts";
import { openPagePort } from "./page-port.ts";
import { CallError, createRgs } from "./rgs.ts";
import { type Language, textsOf } from "./texts.ts";

declare global {
  interface Window {
    /** Left by the first script of the page, which has taken it out of the address. */
    fwpLaunch?: string | undefined;
  }
}

const html = document.documentElement;
const { game = "", data: dataPath = "", scene = "", logo = "" } = html.dataset;
const root = document.getElementById("game") as HTMLElement;
const parent = new URLSearchParams(location.search).get("parent") ?? "";
const port = openPagePort(game, parent);

async function begin(): Promise<void> {
  const launch = window.fwpLaunch ?? "";
  window.fwpLaunch = undefined;
  port.send({ type: "loading", percent: 10 });
  const rgs = createRgs();
  const [data, open] = await Promise.all([
    fetch(dataPath).then(response => response.json() as Promise<GameData>),
    rgs.open(launch),
  ]);
  port.send({ type: "loading", percent: 80 });
  const { palette, frame, light } = data.theme;
  for (const name of ["ground", "metal", "accent", "second"] as const)
    html.style.setProperty(`--${name}`, palette[name]);
  html.dataset.frame = frame;
  html.toggleAttribute("data-light", light === true);
  await startGame({ root, data, open, rgs, port, scene, logo });
}

begin().catch((error: unknown) => {
  const code = error instanceof CallError ? error.code : "offline";
  port.send({ type: "error", code });
  const language = (["ru", "kk"].find(each => navigator.language.startsWith(each)) ?? "en") as Language;
  const say = textsOf(language);
  const isOver = ["malformed", "launch_used", "launch_expired", "session_ended"].includes(code);
  root.replaceChildren(el("p", { class: "failed", role: "alert" }, say(isOver ? "errSession" : "errCasino")));
});
