import { useEffect } from "react";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { getInbox, markRead, removeEntry, restoreEntry } from "../shared/contract.ts";
import { showUnread } from "./unread-store.ts";

const marksRead = {
  invalidates: [getInbox],
  onSuccess: ({ unread }: { readonly unread: number }) => showUnread(unread),
};

/** The inbox as far as loaded; `items` is undefined until the first response. */
export function useInbox() {
  const { pages, error, isFetching, more, again } = usePages(getInbox, cursor => ({
    query: cursor === undefined ? {} : { cursor },
  }));
  const unread = pages?.[0]?.unread;
  useEffect(() => {
    if (unread !== undefined) showUnread(unread);
  }, [unread]);
  const { mutate } = useMutation(markRead, marksRead);
  const read = (id?: string) => void mutate({ body: id === undefined ? {} : { id } }).catch(() => undefined);
  const removal = useMutation(removeEntry, marksRead);
  const restoring = useMutation(restoreEntry, marksRead);
  const remove = (id: string) => removal.mutate({ params: { id } });
  const restore = (id: string) => restoring.mutate({ params: { id } });
  return {
    items: pages?.flatMap(page => page.items),
    failed: error !== null,
    busy: isFetching,
    more,
    again,
    read,
    remove,
    restore,
  };
}
