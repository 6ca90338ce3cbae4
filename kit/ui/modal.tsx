import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { Icon } from "./icon.tsx";

interface ModalProps {
  /** The accessible name of the dialog; shown unless `bare`. */
  title: string;
  closeText: string;
  onClose(): void;
  children: ReactNode;
  wide?: boolean;
  /** The content has its own heading and padding; it renders {@link ModalClose} itself. */
  bare?: boolean;
  /** During a transfer neither Escape nor the scrim closes it. */
  locked?: boolean;
  className?: string;
  /** The element focused on opening; the dialog itself by default. */
  focus?: RefObject<HTMLElement | null>;
}

/** A dialog: a card in the middle, on phones a sheet from below. Focus is trapped and restored on closing. */
export function Modal({ title, closeText, onClose, children, wide, bare, locked, className, focus }: ModalProps) {
  const hold = (event: Event) => locked && event.preventDefault();
  const classes = ["modal", wide && "wide", !bare && "pad", className].filter(Boolean).join(" ");
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <div className="modal-pos">
          <Dialog.Content
            className={classes}
            aria-describedby={undefined}
            onOpenAutoFocus={focus ? event => focusOn(event, focus.current) : focusItself}
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

/** The dialog itself gets the focus: a screen reader reads its name, and no control shows a focus outline before the keyboard is used. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function focusOn(event: Event, element: HTMLElement | null): void {
  event.preventDefault();
  element?.focus();
}

/** The cross in the corner of a modal. */
export function ModalClose({ text }: { text: string }) {
  return (
    <Dialog.Close className="iconbtn s" aria-label={text}>
      <Icon of={X} />
    </Dialog.Close>
  );
}
