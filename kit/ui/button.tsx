import type { ButtonHTMLAttributes } from "react";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: "primary" | "secondary" | "outline" | "ghost" | "brass" | "ivory";
  size?: "s" | "m" | "l";
  wide?: boolean;
  /** In progress: the label stays, a line runs along the edge, and presses do nothing. */
  busy?: boolean;
}

/** A button. At most one `primary` on a screen. */
export function Button({ variant = "secondary", size = "m", wide, busy, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({
        variant,
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

/** The classes of a button, for links styled as one. */
export function buttonClass(props: Pick<ButtonProps, "variant" | "size" | "wide" | "busy" | "className">): string {
  const { variant = "secondary", size = "m", wide, busy, className } = props;
  return ["btn", variant, size !== "m" && size, wide && "full-width", busy && "busy", className]
    .filter(Boolean)
    .join(" ");
}
