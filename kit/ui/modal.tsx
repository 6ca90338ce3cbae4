import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";
import { Icon } from "./icon.tsx";
import { useCloseRequest } from "./use-close-request.ts";

interface ModalProps {
  /** The accessible name of the dialog; shown unless `bare`. */
  title: string;
  closeText: string;
  onClose(): void;
  children: ReactNode;
  wide?: boolean;
  /** The content has its own heading and padding; it renders {@link ModalClose} itself. */
  bare?: boolean;
  /** During a transfer neither Escape nor the scrim nor going back closes it. */
  locked?: boolean;
  className?: string;
  /** The element focused on opening; the dialog itself by default. */
  focus?: RefObject<HTMLElement | null>;
}

/** A dialog: a card in the middle, on phones a sheet from below. Focus is trapped, and given back to what a key has opened it with. */
export function Modal({ title, closeText, onClose, children, wide, bare, locked, className, focus }: ModalProps) {
  const hold = (event: Event) => locked && event.preventDefault();
  useCloseRequest(locked ? null : onClose);
  const opener = useRef<HTMLElement | null>(null);
  const classes = ["modal", wide && "wide", !bare && "pad", className].filter(Boolean).join(" ");
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <div className="modal-pos">
          <Dialog.Content
            className={classes}
            aria-describedby={undefined}
            onOpenAutoFocus={event => {
              opener.current = noteOpener();
              if (focus) focusOn(event, focus.current);
              else focusItself(event);
            }}
            onCloseAutoFocus={event => focusOn(event, returnTo(opener.current))}
            onEscapeKeyDown={hold}
            onInteractOutside={hold}
          >
            {bare ? (
              <Dialog.Title className="sr-only">{title}</Dialog.Title>
            ) : (
              <div className="modal-head">
                <Dialog.Title asChild>
                  <h2>{title}</h2>
                </Dialog.Title>
                <ModalClose text={closeText} />
              </div>
            )}
            {children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What opened the first of the dialogs that are open, or that replace one another. */
let outside: HTMLElement | null = null;

/**
 * Called before a dialog takes the focus. A dialog without a trigger of its own would return it to nothing. After a press of a
 * pointer that is right: the focus would open the tooltip of the button.
 */
function noteOpener(): HTMLElement | null {
  const { activeElement } = document;
  const opener = activeElement instanceof HTMLElement && activeElement.matches(":focus-visible") ? activeElement : null;
  if (!activeElement?.closest("[role=dialog]")) outside = opener;
  return opener;
}

/** Where the focus goes after a dialog; null while another one that it does not belong to is open. */
function returnTo(opener: HTMLElement | null): HTMLElement | null {
  const target = opener?.isConnected ? opener : outside;
  const open = document.querySelector("[role=dialog]");
  if (!open) outside = null;
  else if (!open.contains(target)) return null;
  return target?.isConnected ? target : null;
}

/** The dialog itself gets the focus: a screen reader reads its name, and no control shows a focus outline before the keyboard is used. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function focusOn(event: Event, element: HTMLElement | null): void {
  event.preventDefault();
  element?.focus({ preventScroll: true });
}

/** The cross in the corner of a modal. */
export function ModalClose({ text }: { text: string }) {
  return (
    <Dialog.Close className="iconbtn s" aria-label={text}>
      <Icon of={X} />
    </Dialog.Close>
  );
}
