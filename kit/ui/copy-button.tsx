import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  readonly value: string;
  readonly text: string;
  readonly done: string;
  readonly className?: string;
  /** Shows the text beside the icon. */
  readonly labelled?: boolean;
}

/** Copies `value`; shows a confirmation for a moment. */
export function CopyButton({ value, text, done, className = "copy", labelled }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button type="button" className={className} aria-label={copied ? done : text} onClick={copy}>
      <Icon of={copied ? Check : Copy} size={17} />
      {labelled && <span>{copied ? done : text}</span>}
    </button>
  );
}
