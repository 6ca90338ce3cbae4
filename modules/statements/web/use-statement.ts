import { useCallback, useEffect, useRef, useState } from "react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useClient } from "#kit/web/client.ts";
import { getStatement } from "../shared/contract.ts";

export type Statement = RouteOutput<typeof getStatement>["data"];

export interface Asked {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

/** A statement, page by page: null while loading. */
export function useStatement({ currency, from, to }: Asked) {
  const { api } = useClient();
  const [statement, setStatement] = useState<Statement | null>(null);
  const [failed, setFailed] = useState(false);
  const [reading, setReading] = useState(false);
  const read = useCallback(
    async (before: Statement | null, isWanted: () => boolean) => {
      setFailed(false);
      setReading(true);
      try {
        const cursor = before?.next_cursor ?? undefined;
        const { data } = await api.call(getStatement, { query: { currency, from, to, cursor } });
        if (isWanted()) setStatement(before ? { ...data, items: [...before.items, ...data.items] } : data);
      } catch {
        if (isWanted()) setFailed(true);
      } finally {
        if (isWanted()) setReading(false);
      }
    },
    [api, currency, from, to],
  );
  /** The current request: a new object for each wallet and time. */
  const present = useRef({});
  const readOn = useCallback(
    (before: Statement | null) => {
      const mine = present.current;
      void read(before, () => present.current === mine);
    },
    [read],
  );
  useEffect(() => {
    present.current = {};
    setStatement(null);
    readOn(null);
    return () => {
      present.current = {};
    };
  }, [readOn]);
  const more = statement?.next_cursor ? () => readOn(statement) : null;
  return { statement, failed, reading, more, again: () => readOn(null) };
}
