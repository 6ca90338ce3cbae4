import { type ComponentType, createElement, lazy, type ReactElement, useState } from "react";

/** A component whose code is loaded with its first use, or before it by `load`. */
export interface Preloadable<P> {
  (props: P): ReactElement;
  load(): Promise<unknown>;
}

/**
 * `lazy` for what opens by a press. A component whose code has been loaded is rendered at once; `lazy` would show the fallback first,
 * and React delays what replaces a fallback by 300 ms.
 */
export function preloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Preloadable<P> {
  let loaded: ComponentType<P> | undefined;
  const begin = async () => {
    const code = await load();
    loaded = code.default;
    return code;
  };
  const Late = lazy(begin) as unknown as ComponentType<P>;
  function Component(props: P) {
    // Kept for the life of the component: another type would lose its state.
    const [type] = useState(() => loaded ?? Late);
    return createElement(type, props);
  }
  return Object.assign(Component, { load: begin });
}
