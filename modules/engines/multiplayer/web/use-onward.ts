import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";

/**
 * Navigates to what a response created. Call it when the request starts; the returned function navigates only if the player is still at the address
 * of that moment and no other navigation is pending.
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
