import { useCallback, useEffect, useRef, useState } from "react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useClient } from "#kit/web/client.ts";
import { getBillingData, type PaymentMethod } from "../shared/contract.ts";

type BillingData = RouteOutput<typeof getBillingData>["data"];

/** The methods that `pick` takes out of what the house offers; null until it has said. `failed`: it could not be asked. */
export function useMethods(pick: (data: BillingData) => readonly PaymentMethod[]) {
  const { api } = useClient();
  const [methods, setMethods] = useState<readonly PaymentMethod[] | null>(null);
  const [failed, setFailed] = useState(false);
  const wanted = useRef(pick);
  wanted.current = pick;
  const read = useCallback(async () => {
    setFailed(false);
    try {
      setMethods(wanted.current((await api.call(getBillingData, {})).data));
    } catch {
      setFailed(true);
    }
  }, [api]);
  useEffect(() => void read(), [read]);
  return { methods, failed, again: () => void read() };
}
