/** What a tab remembers until it is closed; nothing where the browser keeps nothing for pages, which makes reading it throw. */
export function tabMemory(): Pick<Storage, "getItem" | "setItem"> {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}
