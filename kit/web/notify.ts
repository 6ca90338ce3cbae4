/** A toast: a few lines that stay for three seconds. */
export interface Notice {
  readonly kind: "info" | "error";
  /** What went wrong, in a few words. */
  readonly title?: string;
  readonly lines: readonly string[];
  /** One thing to do about it; a toast with it is gray and stays until it is closed or done. */
  readonly action?: { readonly text: string; run(): unknown };
}

type Listener = (notice: Notice) => void;

const waiting: Notice[] = [];
let listener: Listener | undefined;

/** Shows a toast. Before the toasts are loaded it waits for them. Browser only. */
export function notify(notice: Notice): void {
  if (listener) listener(notice);
  else waiting.push(notice);
}

/** The one place that shows them. */
export function onNotices(show: Listener): () => void {
  listener = show;
  for (const notice of waiting.splice(0)) show(notice);
  return () => {
    listener = undefined;
  };
}
