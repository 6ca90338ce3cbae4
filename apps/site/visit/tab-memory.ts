/** Storage of a tab until it is closed; null if the browser blocks storage, which makes reading it throw. */
export function tabMemory(): Pick<Storage, "getItem" | "setItem"> {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}
