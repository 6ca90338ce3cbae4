import { useId, useRef } from "react";
import { FieldError } from "./input.tsx";

interface CodeInputProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Called with the last digit. */
  onFull(code: string): void;
  error?: string | undefined;
  disabled?: boolean;
}

const positions = [0, 1, 2, 3, 4, 5] as const;

/**
 * Six boxes over one field, so that pasting, dictating and the phone's autofill work as in any field.
 */
export function CodeInput({ label, value, onChange, onFull, error, disabled }: CodeInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const change = (typed: string) => {
    const digits = typed.replace(/\D/g, "").slice(0, positions.length);
    onChange(digits);
    if (digits.length === positions.length && digits !== value) onFull(digits);
  };
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={error ? "code error" : "code"}>
        <input
          ref={input}
          id={id}
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          // biome-ignore lint/a11y/noAutofocus: the code is the purpose of this step
          autoFocus
          value={value}
          readOnly={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-e` : undefined}
          onChange={event => change(event.target.value)}
        />
        <span aria-hidden="true">
          {positions.map(position => (
            <i key={position} className={position === Math.min(value.length, 5) ? "at" : undefined}>
              {value[position] ?? ""}
            </i>
          ))}
        </span>
      </div>
      <FieldError id={`${id}-e`} text={error} />
    </div>
  );
}
