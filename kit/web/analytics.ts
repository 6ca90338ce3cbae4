/** Analytics events, sent to our own event log only, never to a third party. */
export type AnalyticsEvent = "registrationFailed" | "loginFailed" | "depositSucceeded";

type Facts = Readonly<Record<string, string | number | boolean | null>>;
type Listener = (event: AnalyticsEvent, facts: Facts) => void;

const waiting: Parameters<Listener>[] = [];
let listener: Listener | undefined;

/** The only way to send analytics events: never throws and is never awaited. Events wait until the sender is loaded. Browser only. */
export function track(event: AnalyticsEvent, facts: Facts = {}): void {
  if (isRefused()) return;
  if (listener) listener(event, facts);
  else waiting.push([event, facts]);
}

/** A browser that sends Global Privacy Control is not tracked. */
function isRefused(): boolean {
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/** The only function that sends them. */
export function onAnalytics(send: Listener): () => void {
  listener = send;
  for (const [event, facts] of waiting.splice(0)) send(event, facts);
  return () => {
    listener = undefined;
  };
}
