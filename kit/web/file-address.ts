/** The address of a path on the host of files that belongs to this page's host, on the site and in the back office. */
export function fileAddress(path: string): string {
  const { protocol, host } = location;
  const site = host.replace(/^office\./, "").replace(/^127\.0\.0\.1/, "localhost");
  return `${protocol}//files.${site}${path}`;
}
