import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";

/**
 * Leads to what an answer has made. Called when it is asked for; what comes back leads on only if the player still stands at
 * the address from which he asked, and is not on his way to another.
 */
export function useOnward(): () => (to: string) => void {
  const { key } = useLocation();
  const { state } = useNavigation();
  const navigate = useNavigate();
  const at = useRef<string | null>(null);
  useEffect(() => {
    at.current = state === "idle" ? key : null;
    return () => {
      at.current = null;
    };
  }, [key, state]);
  return () => {
    const from = at.current;
    return to => {
      if (from !== null && at.current === from) void navigate(to, { preventScrollReset: true });
    };
  };
}
