import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from "react";
import { Icon } from "./icon.tsx";

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  /** Right of the label: a limit or a hint. */
  hint?: ReactNode;
  /** Below the field, in the danger colour. */
  error?: string | undefined;
  /** Inside the well, before the text. */
  lead?: ReactNode;
  /** Inside the well, after the text. */
  tail?: ReactNode;
  /** The rest of the format, faint behind the typed text. */
  rest?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled field. The error is associated with it for screen readers. */
export function Input({ label, hint, error, lead, tail, rest, ...input }: InputProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && <span className="hint">{hint}</span>}
      </div>
      <div className={error ? "input-box error" : "input-box"}>
        {lead}
        {rest !== undefined && (
          <span className="rest" aria-hidden="true">
            <span>{input.value}</span>
            {rest}
          </span>
        )}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-e` : undefined}
        />
        {tail}
      </div>
      <FieldError id={`${id}-e`} text={error} />
    </div>
  );
}

/** The message under a field; renders nothing without one. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <div className="err-msg" id={id} role="alert">
      <Icon of={CircleAlert} size={15} />
      <span>{text}</span>
    </div>
  );
}

/** A password with an eye. `show` and `hide` name the eye's two states. */
export function PasswordInput({ show, hide, ...rest }: InputProps & { show: string; hide: string }) {
  const [open, setOpen] = useState(false);
  const eye = (
    <button
      type="button"
      className="eye"
      aria-label={open ? hide : show}
      aria-pressed={open}
      onClick={() => setOpen(!open)}
    >
      <Icon of={open ? EyeOff : Eye} size={18} />
    </button>
  );
  return <Input {...rest} type={open ? "text" : "password"} tail={eye} autoCapitalize="off" spellCheck={false} />;
}
