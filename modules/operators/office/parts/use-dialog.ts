import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { dialogClosed } from "./office-events.ts";

/** Opens a `<dialog>` while its component is mounted. `onClose` is called when the operator closes it; its end returns the focus to what opened it. */
export function useDialog(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The event is late: in development the effects run twice, and the dialog is open again.
    const closed = () => !element.open && latest.current();
    element.addEventListener("close", closed);
    element.showModal();
    return () => {
      element.removeEventListener("close", closed);
      // A dialog that is removed while it is open leaves the focus nowhere.
      element.close();
    };
  }, []);
  useEffect(() => () => void dispatchEvent(new Event(dialogClosed)), []);
  return dialog;
}
