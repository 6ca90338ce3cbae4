/** What the pages tell the house's own event log. No third party hears of it. */
export type AnalyticsEvent = "registrationFailed" | "loginFailed" | "depositSucceeded";

type Facts = Readonly<Record<string, string | number | boolean | null>>;
type Listener = (event: AnalyticsEvent, facts: Facts) => void;

const waiting: Parameters<Listener>[] = [];
let listener: Listener | undefined;

/** The one door of analytics: never fails and is never waited for. Before what sends is loaded, events wait. Browser only. */
export function track(event: AnalyticsEvent, facts: Facts = {}): void {
  if (isRefused()) return;
  if (listener) listener(event, facts);
  else waiting.push([event, facts]);
}

/** A browser that says so (Global Privacy Control) is not followed. */
function isRefused(): boolean {
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/** The one place that sends them. */
export function onAnalytics(send: Listener): () => void {
  listener = send;
  for (const [event, facts] of waiting.splice(0)) send(event, facts);
  return () => {
    listener = undefined;
  };
}
