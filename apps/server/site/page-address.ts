/**
 * The address of a page on this host. The request target is appended to the origin and never resolved against it, so
 * that `//evil.example` is a path here and no other host; an absolute address becomes the home page.
 */
export function pageAddress(origin: string, asked: string): URL {
  return new URL(asked.startsWith("/") ? origin + asked : origin);
}
