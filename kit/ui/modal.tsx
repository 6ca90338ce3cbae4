import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { Icon } from "./icon.tsx";

interface ModalProps {
  /** Read as the name of the dialog; shown unless `bare`. */
  title: string;
  closeText: string;
  onClose(): void;
  children: ReactNode;
  wide?: boolean;
  /** The content brings its own heading and padding; it places {@link ModalClose} itself. */
  bare?: boolean;
  /** While money is in mid-flight neither Escape nor the scrim closes it. */
  locked?: boolean;
  className?: string;
  /** What has the focus when it opens; the dialog itself unless said. */
  focus?: RefObject<HTMLElement | null>;
}

/** A dialog: a card in the middle, on phones a sheet from below. Focus stays inside and goes back on closing. */
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

/** Focus goes to the dialog as such: a reader hears its name, and no control wears a ring before anybody used the keyboard. */
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
