/**
 * The address of a page on this host. What the visitor asked for is put behind the origin and never resolved against it, so
 * that `//evil.example` names a path here and no other host; an address with an origin of its own is the home page.
 */
export function pageAddress(origin: string, asked: string): URL {
  return new URL(asked.startsWith("/") ? origin + asked : origin);
}
