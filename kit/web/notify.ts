/** A toast: a few lines, shown for three seconds. */
export interface Notice {
  readonly kind: "info" | "error";
  /** The title of the error, in a few words. */
  readonly title?: string;
  readonly lines: readonly string[];
  /** An optional action; a toast with it is gray and stays until it is closed or used. */
  readonly action?: { readonly text: string; run(): unknown };
}

type Listener = (notice: Notice) => void;

const waiting: Notice[] = [];
let listener: Listener | undefined;

/** Shows a toast. Toasts wait until their component is loaded. Browser only. */
export function notify(notice: Notice): void {
  if (listener) listener(notice);
  else waiting.push(notice);
}

/** The only component that shows them. */
export function onNotices(show: Listener): () => void {
  listener = show;
  for (const notice of waiting.splice(0)) show(notice);
  return () => {
    listener = undefined;
  };
}
