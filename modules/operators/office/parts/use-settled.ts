import { useEffect, useState } from "react";

/** Typing pauses for so long before the server is asked. */
const pauseMs = 200;

/** A text once it has stopped changing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
