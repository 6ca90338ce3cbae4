import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { sealBytes, sealShape } from "#kit/ui/seal-shape.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { minerRules } from "../shared/rules.ts";
import { Bomb, Gem } from "./art.tsx";
import { tileFrom } from "./board.ts";
import type { ShownMiner } from "./play.ts";

const { tiles: count, rows: perRow } = minerRules.current;
const tiles = Array.from({ length: count }, (_, tile) => tile);

interface MinerBoardProps {
  /** The round shown; null before the first. */
  readonly round: ShownMiner | null;
  /** The tile whose response is pending. */
  readonly pending: number | null;
  /** Tiles of the pattern, in order; null in manual play. */
  readonly pattern: readonly number[] | null;
  /** A tile may be chosen now. */
  readonly active: boolean;
  onTile(tile: number): void;
  /** Plates disappear without animation. */
  readonly still: boolean;
}

type TileState = "covered" | "picked" | "opening" | "gem" | "mine" | "hidden_gem" | "hidden_mine";

/** Twenty-five plates. One of them is in the tab order; arrow keys move, Space and Enter open. */
export function MinerBoard({ round, pending, pattern, active, onTile, still }: MinerBoardProps) {
  const { t } = useTranslation("miner");
  const board = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(12);
  const seal = `miner-${useId()}`;
  const newest = round?.view.tiles.at(-1);
  const walk = (event: KeyboardEvent, from: number) => {
    // Space on a plate opens it, also where it is the hotkey of the round.
    if (event.key === " ") event.stopPropagation();
    const to = tileFrom(from, event.key);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    board.current?.querySelector<HTMLElement>(`[data-tile="${to}"]`)?.focus();
  };

  function stateOf(tile: number): TileState {
    if (round) {
      const mine = round.outcome?.board.includes(tile);
      if (round.view.tiles.includes(tile)) return mine ? "mine" : "gem";
      if (round.outcome) return mine ? "hidden_mine" : "hidden_gem";
    }
    if (tile === pending) return "opening";
    return pattern?.includes(tile) ? "picked" : "covered";
  }

  return (
    <>
      <SealSymbol id={seal} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser */}
      <div
        ref={board}
        className={`miner-board${round?.outcome?.end === "lost" ? " broken" : ""}${still ? " still" : ""}`}
        role="group"
        aria-label={t("board")}
      >
        {tiles.map(tile => {
          const tileState = stateOf(tile);
          const pickIndex = pattern?.indexOf(tile) ?? -1;
          const name = { row: Math.floor(tile / perRow) + 1, column: (tile % perRow) + 1, place: pickIndex + 1 };
          const covered = tileState === "covered" || tileState === "picked" || tileState === "opening";
          return (
            <button
              key={tile}
              type="button"
              data-tile={tile}
              className={`mt ${tileState}${tile === newest && !covered ? " fresh" : ""}`}
              aria-label={t(`tile.${tileState}`, name)}
              aria-disabled={!active || !covered}
              tabIndex={tile === at ? 0 : -1}
              onFocus={() => setAt(tile)}
              onKeyDown={event => walk(event, tile)}
              onClick={() => active && covered && onTile(tile)}
            >
              {!covered && (tileState.endsWith("gem") ? <Gem /> : <Bomb />)}
              <span className="plate" aria-hidden="true">
                <svg viewBox="-50 -50 100 100" aria-hidden="true">
                  <use href={`#${seal}`} x="-50" y="-50" width="100" height="100" />
                </svg>
                {tileState === "picked" && <b>{pickIndex + 1}</b>}
              </span>
            </button>
          );
        })}
      </div>
    </>
  );
}

/** The rosette on every plate, computed and drawn once. */
function SealSymbol({ id }: { id: string }) {
  const shape = useMemo(
    () => sealShape(sealBytes("4f1c7be2a90d63f8"), { radius: 46, copies: 12, inner: 0.42, points: 120 }),
    [],
  );
  return (
    <svg width="0" height="0" className="miner-defs" aria-hidden="true">
      <symbol id={id} viewBox="-50 -50 100 100" overflow="visible">
        {shape.rotations.map(angle => (
          <path
            key={angle}
            d={shape.path}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.1"
            transform={`rotate(${angle.toFixed(1)})`}
          />
        ))}
      </symbol>
    </svg>
  );
}
