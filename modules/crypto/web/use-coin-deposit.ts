import { useEffect, useRef, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { useClient } from "#kit/web/client.ts";
import { isCoin } from "../shared/coins.ts";
import { type CoinDeposit, getCoinDeposit, openCoinAddress } from "../shared/contract.ts";

/** Blocks arrive every few seconds; this is how soon one is shown here. */
const pollEveryMs = 2_000;

/**
 * The address of a coin, created when missing, and polled while it is shown. `onCredited` is called once for each transfer that was
 * shown as pending and has been credited. `refused`: the code of the last refusal.
 */
export function useCoinDeposit(coin: string, onCredited: (invoice: string) => void) {
  const { api } = useClient();
  const [deposit, setDeposit] = useState<CoinDeposit | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const waiting = useRef(new Set<string>());
  const credited = useRef(onCredited);
  credited.current = onCredited;

  useEffect(() => {
    if (!isCoin(coin) || tries < 0) return;
    let here = true;
    const show = (next: CoinDeposit) => {
      if (!here) return;
      setDeposit(next);
      for (const { id, state, invoice } of next.incoming) {
        if (state === "seen") waiting.current.add(id);
        else if (waiting.current.delete(id) && state === "credited" && invoice !== null) credited.current(invoice);
      }
    };
    const fail = (error: unknown) => here && setRefused(error instanceof ApiError ? error.code : "unavailable");
    setRefused(null);
    api.call(openCoinAddress, { body: { coin } }, { key: crypto.randomUUID() }).then(({ data }) => show(data), fail);
    // A failed poll is repeated; the state stays.
    const timer = setInterval(
      () =>
        void api.call(getCoinDeposit, { params: { coin } }).then(
          ({ data }) => show(data),
          () => undefined,
        ),
      pollEveryMs,
    );
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [api, coin, tries]);
  return { deposit, refused: deposit ? null : refused, again: () => setTries(tries + 1) };
}
