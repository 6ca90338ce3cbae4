import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Refused, useSending } from "./sending.tsx";
import { useDialog } from "./use-dialog.ts";

interface DecideProps {
  /** The action, as on the button. */
  readonly action: string;
  readonly title: string;
  /** The dialog's button; the action by default. */
  readonly confirm?: string;
  readonly text?: ReactNode;
  /** Requires a reason, which goes into the audit log. */
  readonly asksReason?: boolean;
  /** Label of the reason field; "Reason" by default. */
  readonly label?: string;
  readonly dangerous?: boolean;
  /** The page's main decision: its button is filled. */
  readonly primary?: boolean;
  readonly small?: boolean;
  /** Pressed by the key `e`. */
  readonly claims?: boolean;
  readonly disabled?: boolean;
  readonly children?: ReactNode;
  /** `key`: the same for every attempt of this decision. `given`: the values of the fields among `children`. */
  onDecide(reason: string, key: string, given: FormData): Promise<unknown>;
}

/** A button that opens a confirmation dialog; a refusal is shown in the dialog. */
export function Decide(props: DecideProps) {
  const [open, setOpen] = useState(false);
  const variant = ["btn", props.small !== false && "s", props.dangerous && "danger", props.primary && "primary"]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      <button
        type="button"
        className={variant}
        disabled={props.disabled}
        data-claim={props.claims}
        onClick={() => setOpen(true)}
      >
        {props.action}
      </button>
      {open && <DecideDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The dialog alone, for a button that has to ask the server before it opens. */
export function DecideDialog({ onClose, ...props }: DecideProps & { onClose(): void }) {
  const { t } = useTranslation("office");
  const { title, text, action, confirm = action, asksReason, label, dangerous, children, onDecide } = props;
  const dialog = useDialog(onClose);
  const [reason, setReason] = useState("");
  const { busy, error, send } = useSending();
  const [key] = useState(() => crypto.randomUUID());
  const [heading, field] = [useId(), useId()];

  async function decide(given: FormData): Promise<void> {
    const done = await send(() => onDecide(reason.trim(), key, given));
    // If this dialog was closed meanwhile, another one may be open.
    if (done && dialog.current) onClose();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={heading}>
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
            {confirm}
          </button>
        </div>
      </form>
    </dialog>
  );
}
