import { useCallback, useState } from "react";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { contentOf, prepareFile } from "#kit/web/read-file.ts";
import { largestAttachment, mostAtOnce } from "../shared/attachment.ts";
import { type MessageView, sendFile } from "../shared/contract.ts";

/** A chosen file that has not been sent yet. */
export interface ChosenFile {
  /** Also the idempotency key of its message: a repeated upload is stored once. */
  readonly key: string;
  readonly file: File;
  /** Upload progress from 0 to 1; null while it is not being uploaded. */
  readonly share: number | null;
  readonly isTooLarge: boolean;
}

export interface Files {
  readonly chosen: readonly ChosenFile[];
  /** At least one file is chosen, and none is too large. */
  readonly areReady: boolean;
  add(files: Iterable<File>): void;
  remove(key: string): void;
  /** Sends the files one by one and removes each from the list once it is sent. Rejects with the first error. */
  send(conversation: string, page: string, onSent: (message: MessageView) => void): Promise<void>;
}

/** Files attached to a draft message. */
export function useFiles(): Files {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const { mutate } = useMutation(sendFile);
  const change = useCallback(
    (key: string, share: number | null) =>
      setChosen(known => known.map(each => (each.key === key ? { ...each, share } : each))),
    [],
  );
  const remove = useCallback((key: string) => setChosen(known => known.filter(each => each.key !== key)), []);
  const add = useCallback((files: Iterable<File>) => {
    for (const file of files)
      void prepareFile(file).then(prepared => {
        const isTooLarge = prepared.size > largestAttachment;
        const next = { key: crypto.randomUUID(), file: prepared, share: null, isTooLarge };
        setChosen(known => (known.length < mostAtOnce ? [...known, next] : known));
      });
  }, []);

  async function send(conversation: string, page: string, onSent: (message: MessageView) => void): Promise<void> {
    for (const { key, file } of chosen) {
      change(key, 0);
      try {
        const body = { key, name: file.name || "photo.jpg", content: await contentOf(file), page };
        onSent(await mutate({ params: { id: conversation }, body }, { onProgress: share => change(key, share) }));
      } catch (error) {
        change(key, null);
        throw error;
      }
      remove(key);
    }
  }
  return { chosen, areReady: chosen.length > 0 && !chosen.some(({ isTooLarge }) => isTooLarge), add, remove, send };
}
