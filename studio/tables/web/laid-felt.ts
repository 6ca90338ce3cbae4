import type { Json } from "#kit/std/json.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { TableGame } from "../shared/table-game.ts";
import type { FeltView, ShownFelt } from "./felt-view.ts";
import type { Stage } from "./stage.ts";
import type { TableView } from "./table-view.ts";

/** The felt where there is room for it: on the table, or under it on a phone; with the table's tool and roads. */
export interface LaidFelt {
  /** At the start, and when the width changes. */
  lay(isNarrow: boolean): void;
  show(chips: Parameters<FeltView["show"]>[0], isBetting: boolean): void;
  /** Marks the spots that won; null: none. */
  mark(outcome: Json | null): void;
  toggleTool(): void;
  /** What one unit on a spot returned. */
  returned(outcome: Json, spot: string): bigint;
}

/** A stake that every table pays exactly. */
const unit = 1_000_000n;

export function createLaidFelt(
  root: HTMLElement,
  view: TableView,
  {
    stage,
    game,
    common,
  }: {
    readonly stage: Stage;
    readonly game: TableGame;
    readonly common: Pick<ShownFelt, "step" | "label" | "onPress">;
  },
): LaidFelt {
  const { tool, strip } = stage;
  const surface = el("div", { class: "surface" });
  const feltBox = el("div", { class: "felt-box" });
  let felt: FeltView | undefined;
  let hasTool = false;

  view.room.append(
    el("div", { class: "space" }, el("div", { class: "plane" }, el("i", { class: "top" }), ...stage.scenery, surface)),
  );
  view.room.after(feltBox);

  const returned = (outcome: Json, spot: string) => game.payout(outcome, [{ spot, amount: unit }]);

  function showTool(): void {
    if (tool) tool.panel.hidden = !hasTool;
    view.tool.setAttribute("aria-pressed", String(hasTool));
    root.firstElementChild?.classList.toggle("with-tool", hasTool);
  }

  return {
    lay(isNarrow) {
      felt = stage.felt(isNarrow, common);
      (isNarrow ? feltBox : surface).replaceChildren(felt.element);
      (isNarrow ? surface : feltBox).replaceChildren();
      if (tool) (isNarrow ? feltBox : view.boxes).before(tool.panel);
      if (strip) (isNarrow ? feltBox : view.strip).append(strip);
      showTool();
    },
    show(chips, isBetting) {
      felt?.show(chips);
      felt?.enable(isBetting);
    },
    mark(outcome) {
      if (outcome === null) felt?.mark(() => false);
      else felt?.mark(spot => returned(outcome, spot) > unit, stage.dollyOn?.(outcome));
    },
    toggleTool() {
      hasTool = !hasTool;
      showTool();
    },
    returned,
  };
}
