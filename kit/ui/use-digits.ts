import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { caretAfterDigits, digitsBefore, withoutNeighbour } from "./digits.ts";

interface DigitsField {
  /** The text in the field. */
  readonly shown: string;
  /** Extracts the digits of typed or pasted text. */
  read(text: string): string;
  onDigits(digits: string, text: string): void;
}

/**
 * A field for formatted digits. The caret stays behind its digit on typing, deleting
 * and pasting; deleting a formatting character deletes the digit beside it.
 */
export function useDigits({ shown, read, onDigits }: DigitsField): {
  readonly ref: RefObject<HTMLInputElement | null>;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
} {
  const ref = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ readonly digits: number } | null>(null);
  useLayoutEffect(() => {
    const input = ref.current;
    if (!caret || !input || document.activeElement !== input) return;
    const at = caretAfterDigits(input.value, caret.digits);
    input.setSelectionRange(at, at);
  }, [caret]);
  return {
    ref,
    onChange(event) {
      const { value, selectionStart } = event.target;
      const typed = withoutNeighbour(shown, { text: value, caret: selectionStart ?? value.length }, directionOf(event));
      const digits = read(typed.text);
      setCaret({ digits: digitsBefore(typed, digits) });
      onDigits(digits, typed.text);
    },
  };
}

function directionOf({ nativeEvent }: ChangeEvent): "backward" | "forward" | null {
  const kind = (nativeEvent as InputEvent).inputType;
  if (kind === "deleteContentBackward") return "backward";
  return kind === "deleteContentForward" ? "forward" : null;
}
