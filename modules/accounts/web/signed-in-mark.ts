/** The cookie by which the API of the main host reports that it has a session; it belongs to the domain and its subdomains. */
export const signedInMark = {
  present: () => /(?:^|; )signed_in=1/.test(document.cookie),
  remove() {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere yet
    document.cookie = `signed_in=; Domain=${location.hostname}; Path=/; Max-Age=0`;
  },
};
