import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Facts of a page for search engines, as JSON-LD. The server renders them; the browser removes them after hydration
 * and never creates them: the page's policy allows no inserted scripts.
 */
export function StructuredData({ data }: { data: object }) {
  const onServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (!onServer) return null;
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a "<" in it, which is never executed
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
