import type { ReactNode } from "react";
import { arrowKeys } from "./arrow-keys.ts";

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
  const base =
    variant === "underlined" ? "underline-tabs l" : ["tabs", fill && "fill", small && "s"].filter(Boolean).join(" ");
  return (
    <div className={base} role="radiogroup" aria-label={label} onKeyDown={arrowKeys}>
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
