import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { type CoinName, isCoin } from "../shared/coins.ts";
import { getCoinDeposit, openCoinAddress } from "../shared/contract.ts";

/** Blocks arrive every few seconds; this is how soon one is shown here. */
const pollEveryMs = 2_000;

/**
 * The address of a coin, created when missing, and polled while it is shown. `onCredited` is called once for each transfer that was
 * shown as pending and has been credited. `refused`: the code of the last refusal.
 */
export function useCoinDeposit(coin: string, onCredited: (invoice: string) => void) {
  const { isOpen, refused, open } = useAddress(coin);
  const given = { params: { coin: coin as CoinName } };
  const { data } = useQuery(getCoinDeposit, given, { enabled: isOpen, fresh: true, pollMs: pollEveryMs });
  const waiting = useRef(new Set<string>());
  const credited = useRef(onCredited);
  credited.current = onCredited;
  useEffect(() => {
    for (const { id, state, invoice } of data?.incoming ?? []) {
      if (state === "seen") waiting.current.add(id);
      else if (waiting.current.delete(id) && state === "credited" && invoice !== null) credited.current(invoice);
    }
  }, [data]);
  return { deposit: isOpen ? data : undefined, refused, again: open };
}

/** Opens the address when the coin is chosen. */
function useAddress(coin: string) {
  const [opened, setOpened] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { mutate } = useMutation(openCoinAddress, {
    onSuccess: (deposit, cache) => cache.set(getCoinDeposit, { params: { coin: coin as CoinName } }, deposit),
  });
  const send = useRef(mutate);
  send.current = mutate;
  const open = useCallback(() => {
    if (!isCoin(coin)) return;
    setRefused(null);
    send.current({ body: { coin } }, { key: crypto.randomUUID() }).then(
      () => setOpened(coin),
      (error: unknown) => setRefused(error instanceof ApiError ? error.code : "unavailable"),
    );
  }, [coin]);
  useEffect(open, [open]);
  return { isOpen: opened === coin, refused, open };
}
