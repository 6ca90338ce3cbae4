import type { ButtonHTMLAttributes } from "react";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "pri" | "sec" | "out" | "gho" | "brass" | "ivory";
  size?: "s" | "m" | "l";
  wide?: boolean;
  /** Under way: the label stays, a line runs along the edge, and presses do nothing. */
  busy?: boolean;
}

/** A button. At most one `pri` on a screen. */
export function Button({ look = "sec", size = "m", wide, busy, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({
        look,
        size,
        ...(wide && { wide }),
        ...(busy && { busy }),
        ...(className && { className }),
      })}
      aria-busy={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
    />
  );
}

/** The classes of a button, for links that look like one. */
export function buttonClass(props: Pick<ButtonProps, "look" | "size" | "wide" | "busy" | "className">): string {
  const { look = "sec", size = "m", wide, busy, className } = props;
  return ["btn", look, size !== "m" && size, wide && "w", busy && "busy", className].filter(Boolean).join(" ");
}
