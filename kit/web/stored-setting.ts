import { useSyncExternalStore } from "react";

/** A setting stored on this device, shared by all components of a page. The first render uses the default, like the server. */
export interface StoredSetting<T extends string> {
  use(): T;
  set(value: T): void;
}

export function storedSetting<T extends string>(key: string, choices: readonly T[], byDefault: T): StoredSetting<T> {
  const listeners = new Set<() => void>();
  let value: T | undefined;
  const read = (): T => {
    value ??= choices.find(each => each === stored(key)) ?? byDefault;
    return value;
  };
  return {
    use: () =>
      useSyncExternalStore(
        listener => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        read,
        () => byDefault,
      ),
    set(next) {
      value = next;
      try {
        localStorage.setItem(key, next);
      } catch {
        // Full or forbidden storage: the setting lasts as long as the page.
      }
      for (const listener of listeners) listener();
    },
  };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
