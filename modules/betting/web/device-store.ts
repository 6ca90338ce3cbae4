import { useSyncExternalStore } from "react";

export interface DeviceStore<T> {
  read(): T;
  write(next: T): void;
  /** The stored value, the same in every tab; the empty value on the server. */
  use(): T;
}

/** A value that this device keeps. `valid` returns it from what was stored, or undefined where that is something else. */
export function deviceStore<T>(key: string, empty: T, valid: (found: unknown) => T | undefined): DeviceStore<T> {
  const listeners = new Set<() => void>();
  let value: { readonly of: T } | undefined;

  function stored(): T {
    try {
      return valid(JSON.parse(localStorage.getItem(key) ?? "null")) ?? empty;
    } catch {
      return empty;
    }
  }

  function read(): T {
    value ??= { of: stored() };
    return value.of;
  }

  function write(next: T): void {
    value = { of: next };
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage it lasts as long as the page.
    }
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    const changed = (event: StorageEvent) => {
      if (event.key !== key) return;
      value = undefined;
      listener();
    };
    listeners.add(listener);
    addEventListener("storage", changed);
    return () => {
      listeners.delete(listener);
      removeEventListener("storage", changed);
    };
  }

  return { read, write, use: () => useSyncExternalStore(subscribe, read, () => empty) };
}
