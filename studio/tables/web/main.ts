import "./table.css";
import { required } from "#kit/std/invariant.ts";
import { el } from "#studio/frame/web/dom.ts";
import { openPagePort } from "#studio/frame/web/page-port.ts";
import { CallError } from "#studio/frame/web/rgs.ts";
import type { StageModule } from "./stage.ts";
import { startTable } from "./start-table.ts";
import { createTableCalls } from "./table-calls.ts";
import { type Language, textsOf } from "./texts.ts";

declare global {
  interface Window {
    /** Left by the first script of the page, which has taken it out of the address. */
    fwpLaunch?: string | undefined;
  }
}

/** Of every table, loaded when it is opened. */
const stages = import.meta.glob<{ readonly stage: StageModule }>("../*/web/stage.ts");
const { game = "", table = "" } = document.documentElement.dataset;
const root = document.getElementById("game") as HTMLElement;
const parent = new URLSearchParams(location.search).get("parent") ?? "";
const port = openPagePort(game, parent);

async function begin(): Promise<void> {
  const launch = window.fwpLaunch ?? "";
  window.fwpLaunch = undefined;
  port.send({ type: "loading", percent: 20 });
  const calls = createTableCalls();
  const load = required(stages[`../${table}/web/stage.ts`], `a table ${table}`);
  const [open, { stage }] = await Promise.all([calls.open(launch), load()]);
  port.send({ type: "loading", percent: 80 });
  startTable({ root, open, calls, port, table: stage });
  port.send({ type: "ready" });
}

begin().catch((error: unknown) => {
  const code = error instanceof CallError ? error.code : "offline";
  port.send({ type: "error", code });
  const language = (["ru", "kk"].find(each => navigator.language.startsWith(each)) ?? "en") as Language;
  const isOver = ["malformed", "launch_used", "launch_expired", "session_ended"].includes(code);
  root.replaceChildren(
    el("p", { class: "failed", role: "alert" }, textsOf(language)(isOver ? "errSession" : "errCasino")),
  );
});
