import { type KeyboardEvent, type ReactNode, useRef } from "react";

interface TabsProps<T extends string> {
  /** Names the group for screen readers. */
  label: string;
  value: T;
  onChange(value: T): void;
  items: readonly { readonly value: T; readonly text: ReactNode }[];
  /** `segmented` in panels and cards, `underlined` for whole pages and modals. */
  variant?: "segmented" | "underlined";
  fill?: boolean;
  small?: boolean;
}

/** A choice of one among a few, with arrow keys. Switches the shown content; it is not navigation. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  items,
  variant = "segmented",
  fill,
  small,
}: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    const index = items.findIndex(item => item.value === value);
    const next = items[(index + move + items.length) % items.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>("[role=radio]")[items.indexOf(next)]?.focus();
  };
  const base =
    variant === "underlined" ? "underline-tabs l" : ["tabs", fill && "fill", small && "s"].filter(Boolean).join(" ");
  return (
    <div ref={list} className={base} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {items.map(item => (
        // biome-ignore lint/a11y/useSemanticElements: a radio styled as a tab
        <button
          key={item.value}
          type="button"
          role="radio"
          aria-checked={item.value === value}
          className={item.value === value ? "on" : undefined}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
        >
          {item.text}
        </button>
      ))}
    </div>
  );
}
