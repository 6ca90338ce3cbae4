import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { formatAmount, type Micros, micros, microsPerMinor, parseAmount, parseDecimal } from "#kit/money/amount.ts";
import { FieldError } from "./input.tsx";
import { pastedAmount } from "./pasted-amount.ts";

export interface AmountStepperProps {
  label: ReactNode;
  /** Major units as typed, with a point: "2.50". */
  value: string;
  onChange(value: string): void;
  /** Limits in major units, in wire format. */
  min: string;
  max: string;
  /** The limits as shown beside the label: "1 – 10 000 ₽". */
  range: string;
  /** The current value of Max: the lower of limit and balance. Defaults to `max`. */
  most?: string;
  /** Four sums under the field, already clamped to the limits, each with its text. */
  quick?: readonly { readonly value: string; readonly text: string }[];
  /** The step of the arrow keys, major units. */
  step?: string;
  halve?: boolean;
  /** The label of the Max button; no button without it. */
  maxText?: string;
  error?: string | undefined;
  disabled?: boolean;
  /** The user's notation; values passed on always have a point. */
  mark?: "." | ",";
}

/**
 * An amount with ½, 2× and Max. Typing accepts comma or point; a sum above the maximum is set to it while it is typed, and leaving the
 * field with one below the minimum flashes the limits. Nothing is changed on blur: the button whose press leaves the field would send
 * another sum than it says. Whole minor units only, computed in micro-units.
 */
export function AmountStepper(props: AmountStepperProps) {
  const { value, onChange, min, max, most = max, disabled, error, halve = true, mark = "." } = props;
  const id = useId();
  const [flash, setFlash] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  // On a phone the pressed button may be a screen away from this text.
  useEffect(() => {
    if (error) field.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  const now = parseAmount(whole(value)) ?? micros(0n);
  const clip = (amount: bigint) => {
    const upper = smaller(parseDecimal(max), parseDecimal(most));
    setFlash(amount > parseDecimal(max));
    onChange(minor(amount > upper && upper >= parseDecimal(min) ? upper : larger(amount, parseDecimal(min))));
  };
  const type = (text: string) => {
    const typed = typedAmount(text, value);
    const most = parseDecimal(max);
    const isAbove = most >= parseDecimal(min) && (parseAmount(whole(typed)) ?? 0n) > most;
    setFlash(isAbove);
    onChange(isAbove ? minor(most) : typed);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value: shown } = event.currentTarget;
    const pasted = pastedAmount(event.clipboardData.getData("text"), mark);
    // In the middle of another amount it is text.
    if (pasted === undefined || selectionStart !== 0 || selectionEnd !== shown.length) return;
    event.preventDefault();
    type(pasted);
  };
  const onBlur = () => {
    if (value === "") return;
    if (now < parseDecimal(min)) setFlash(true);
    if (value !== whole(value)) onChange(whole(value));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") onBlur();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const step = parseDecimal(props.step ?? min);
    clip(event.key === "ArrowUp" ? now + step : now - step);
  };
  return (
    <div className="field stepper" ref={field}>
      <div className="field-label">
        <label htmlFor={id}>{props.label}</label>
        <span className={flash ? "hint flash" : "hint"}>{props.range}</span>
      </div>
      <div className={error ? "step error" : "step"}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={value.replace(".", mark)}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          onChange={event => type(event.target.value)}
          onPaste={onPaste}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
        />
        {halve && (
          <button
            type="button"
            disabled={disabled}
            aria-label={`${typeof props.label === "string" ? props.label : ""} ½`}
            onClick={() => clip(now / 2n)}
          >
            ½
          </button>
        )}
        {halve && (
          <button
            type="button"
            disabled={disabled}
            aria-label={`${typeof props.label === "string" ? props.label : ""} 2×`}
            onClick={() => clip(now * 2n)}
          >
            2×
          </button>
        )}
        {props.maxText && (
          <button type="button" disabled={disabled} onClick={() => clip(parseDecimal(most))}>
            {props.maxText}
          </button>
        )}
      </div>
      <FieldError text={error} />
      {props.quick && (
        <div className="quick" style={{ marginTop: 8 }}>
          {props.quick.map(sum => (
            <button key={sum.value} type="button" disabled={disabled} onClick={() => onChange(sum.value)}>
              {sum.text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What remains of a keystroke: digits and one separator with at most two places; anything else keeps the previous value. */
export function typedAmount(next: string, former: string): string {
  const text = next.replace(",", ".").replace(/[\s\u00a0]/g, "");
  return text === "" || parseAmount(whole(text)) !== undefined ? text : former;
}

/** "500." is 500: its decimals were not typed yet. */
function whole(text: string): string {
  return text.replace(/\.$/, "");
}

/** Whether a typed amount is one within the limits, which are in wire format: only such an amount is sent. */
export function isWithinLimits(typed: string, min: string, max: string): boolean {
  const amount = parseAmount(whole(typed));
  return amount !== undefined && amount >= parseDecimal(min) && amount <= parseDecimal(max);
}

/** Cut to whole minor units. */
function minor(amount: bigint): string {
  return formatAmount(amount - (amount % microsPerMinor));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: Micros): bigint {
  return a > b ? a : b;
}
