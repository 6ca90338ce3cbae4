import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "#kit/web/client.ts";
import { getInbox, type InboxEntry, markRead } from "../shared/contract.ts";
import { showUnread } from "./unread-store.ts";

interface Pages {
  readonly items: readonly InboxEntry[];
  readonly next: string | null;
}

/** The inbox as far as loaded; null until the first response. */
export function useInbox() {
  const { api } = useClient();
  const [pages, setPages] = useState<Pages | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const load = useCallback(
    async (cursor?: string) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setFailed(false);
      try {
        const { data } = await api.call(getInbox, { query: cursor === undefined ? {} : { cursor } });
        setPages(before => ({
          items: cursor === undefined ? data.items : [...(before?.items ?? []), ...data.items],
          next: data.next_cursor,
        }));
        showUnread(data.unread);
      } catch {
        setFailed(true);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [api],
  );
  useEffect(() => void load(), [load]);
  const read = useCallback(
    async (id?: string) => {
      const result = await api.call(markRead, { body: id === undefined ? {} : { id } }).catch(() => null);
      if (!result) return;
      showUnread(result.data.unread);
      setPages(
        before =>
          before && {
            ...before,
            items: before.items.map(item => (id === undefined || item.id === id ? { ...item, read: true } : item)),
          },
      );
    },
    [api],
  );
  return { pages, failed, busy, load, read };
}
