import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";

interface TooltipProps {
  text: ReactNode;
  /** White: definitions. Gray: names of controls, hashes. Regdep: beside Register or Deposit. */
  theme?: "white-tooltip" | "gray-tooltip" | "regdep-tooltip";
  side?: "top" | "right" | "bottom";
  children: ReactElement;
}

const delayMs = 300;
const gap = 8;

/**
 * A tooltip for a control, on hover and on focus. It is a browser popover, so it is above everything and nothing
 * clips it; it needs no positioning library.
 */
export function Tooltip({ text, theme = "gray-tooltip", side = "top", children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (anchor.current && tip.current) place(anchor.current, tip.current, side);
    }, delayMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (tip.current?.matches(":popover-open")) tip.current.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of the control inside
    <span
      ref={anchor}
      className="tip-anchor"
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={event => event.key === "Escape" && hide()}
      aria-describedby={id}
    >
      {children}
      <span ref={tip} id={id} role="tooltip" popover="manual" className={`tip ${theme}`}>
        {text}
      </span>
    </span>
  );
}

function place(anchor: HTMLElement, tip: HTMLElement, side: NonNullable<TooltipProps["side"]>): void {
  const box = (anchor.firstElementChild ?? anchor).getBoundingClientRect();
  tip.showPopover();
  const { width, height } = tip.getBoundingClientRect();
  // Without space above, it is shown below: it never covers its control.
  const spaceAbove = box.top - height - gap;
  const left = side === "right" ? box.right + gap : box.left + box.width / 2 - width / 2;
  const top =
    side === "right"
      ? box.top + box.height / 2 - height / 2
      : side === "top"
        ? spaceAbove >= gap
          ? spaceAbove
          : box.bottom + gap
        : box.bottom + gap;
  tip.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  tip.style.top = `${Math.max(gap, top)}px`;
}
