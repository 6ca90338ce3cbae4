import { useEffect, useState } from "react";

/** Links name the host of this page; known in the browser only. */
export function useOrigin(): string {
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(location.origin), []);
  return origin;
}
