import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { caretAfterDigits, figuresBefore, withoutNeighbour } from "./figures.ts";

interface FiguresField {
  /** The text that stands in the field. */
  readonly shown: string;
  /** Takes the figures out of what was typed or pasted. */
  read(text: string): string;
  onFigures(figures: string, text: string): void;
}

/**
 * A field whose figures are written by a pattern. The caret stays behind the figure it stood behind, wherever somebody types,
 * deletes or pastes; deleting what the pattern put there deletes the figure beside it.
 */
export function useFigures({ shown, read, onFigures }: FiguresField): {
  readonly ref: RefObject<HTMLInputElement | null>;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
} {
  const ref = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ readonly figures: number } | null>(null);
  useLayoutEffect(() => {
    const input = ref.current;
    if (!caret || !input || document.activeElement !== input) return;
    const at = caretAfterDigits(input.value, caret.figures);
    input.setSelectionRange(at, at);
  }, [caret]);
  return {
    ref,
    onChange(event) {
      const { value, selectionStart } = event.target;
      const typed = withoutNeighbour(shown, { text: value, caret: selectionStart ?? value.length }, directionOf(event));
      const figures = read(typed.text);
      setCaret({ figures: figuresBefore(typed, figures) });
      onFigures(figures, typed.text);
    },
  };
}

function directionOf({ nativeEvent }: ChangeEvent): "backward" | "forward" | null {
  const kind = (nativeEvent as InputEvent).inputType;
  if (kind === "deleteContentBackward") return "backward";
  return kind === "deleteContentForward" ? "forward" : null;
}
