import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { Icon } from "#kit/ui/icon.tsx";

interface AttachButtonProps {
  readonly className: string;
  readonly label: string;
  /** Pixels. */
  readonly iconSize?: 16 | 19;
  readonly busy: boolean;
  onChosen(files: readonly File[]): void;
}

/** Chooses files; phones offer the camera too. */
export function AttachButton({ className, label, iconSize = 19, busy, onChosen }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf,text/plain"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        disabled={busy}
        onClick={() => input.current?.click()}
      >
        <Icon of={Paperclip} size={iconSize} />
      </button>
    </>
  );
}
