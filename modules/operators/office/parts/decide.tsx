import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Refused, useSending } from "./sending.tsx";
import { dialogClosed } from "./use-office-query.ts";

interface DecideProps {
  /** What is about to be done, as the button says it. */
  readonly action: string;
  readonly title: string;
  readonly text?: ReactNode;
  /** Asks for a reason, which stands in the audit log. */
  readonly asksReason?: boolean;
  readonly label?: string;
  readonly dangerous?: boolean;
  /** The one decision that the page is for: its key is filled. */
  readonly primary?: boolean;
  readonly small?: boolean;
  readonly disabled?: boolean;
  readonly children?: ReactNode;
  /** `key`: the same for every try of this one decision. `given`: what stands in the fields among `children`. */
  onDecide(reason: string, key: string, given: FormData): Promise<unknown>;
}

/** A button that asks once more before it does something, and why; what the house refuses is said in the dialog. */
export function Decide(props: DecideProps) {
  const [open, setOpen] = useState(false);
  const variant = ["btn", props.small !== false && "s", props.dangerous && "danger", props.primary && "primary"]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      <button type="button" className={variant} disabled={props.disabled} onClick={() => setOpen(true)}>
        {props.action}
      </button>
      {open && <DecideDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function DecideDialog({ onClose, ...props }: DecideProps & { onClose(): void }) {
  const { t } = useTranslation("office");
  const { title, text, action, asksReason, label, dangerous, children, onDecide } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  const { busy, error, send } = useSending();
  const [key] = useState(() => crypto.randomUUID());
  const [heading, field] = [useId(), useId()];
  useEffect(() => {
    dialog.current?.showModal();
    return () => void dispatchEvent(new Event(dialogClosed));
  }, []);

  async function decide(given: FormData): Promise<void> {
    const done = await send(() => onDecide(reason.trim(), key, given));
    // Whoever has closed this one meanwhile may stand before the next.
    if (done && dialog.current) onClose();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={heading} onClose={onClose}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault();
          void decide(new FormData(event.currentTarget));
        }}
      >
        <h2 id={heading} className="display">
          {title}
        </h2>
        {text && <p className="muted">{text}</p>}
        {children}
        {asksReason && (
          <label className="field" htmlFor={field}>
            {label ?? t("reason")}
            <textarea
              id={field}
              required
              minLength={3}
              maxLength={500}
              rows={3}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          </label>
        )}
        <Refused why={error} />
        <div className="row end">
          <button type="button" className="btn" onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" className={dangerous ? "btn danger" : "btn primary"} aria-busy={busy} disabled={busy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
