/**
 * Gives the focus back when its control is gone: a button that is disabled while its request is sent has it again afterwards, and from one that was
 * removed (a decided row, a closed panel) it goes to the nearest area around that is still shown. Without this the keyboard would begin at the top of the page.
 */
export function returnFocus(): () => void {
  /** The control that had the focus last, and what it is in; empty after a press of the pointer elsewhere. */
  let path: readonly HTMLElement[] = [];
  const focused = ({ target }: FocusEvent) => {
    path = target instanceof HTMLElement ? around(target) : [];
  };
  const pressed = () => {
    path = [];
  };
  /** Left for the browser's own controls: it was neither removed nor disabled. */
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      const [control] = path;
      if (control === target && control?.isConnected && !control.matches(":disabled")) path = [];
    });
  };
  const changed = () => {
    const [control] = path;
    if (!control || document.activeElement !== document.body) return;
    // Its request is still being sent.
    if (control.isConnected && control.matches(":disabled")) return;
    for (const each of path) {
      if (!each.isConnected) continue;
      (each.querySelector<HTMLElement>(":scope tr.current") ?? each).focus({ preventScroll: true });
      if (document.activeElement !== document.body) return;
    }
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  addEventListener("focusin", focused);
  addEventListener("focusout", left);
  addEventListener("pointerdown", pressed);
  return () => {
    observer.disconnect();
    removeEventListener("focusin", focused);
    removeEventListener("focusout", left);
    removeEventListener("pointerdown", pressed);
  };
}

/** An element and its ancestors, from inside. */
function around(element: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let each: HTMLElement | null = element; each && each !== document.body; each = each.parentElement)
    path.push(each);
  return path;
}
