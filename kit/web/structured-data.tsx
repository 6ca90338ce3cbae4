import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Facts of a page for machines, as JSON-LD. The server writes them; in the browser they are taken away when the page has
 * come to life, and never made there: the page's policy lets nobody write a script.
 */
export function StructuredData({ data }: { data: object }) {
  const onServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (!onServer) return null;
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a "<" in it, which no browser runs
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
