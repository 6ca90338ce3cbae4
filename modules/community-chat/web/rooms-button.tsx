import { MessagesSquare } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";
import { useIsOnBreak } from "#modules/accounts/web/session.ts";
import { setRoomsOpen, useRoomsOpen } from "./chat-store.ts";

interface RoomsButtonProps {
  readonly label: string;
  readonly className: string;
  /** Closes what the button is in. */
  onPress?(): void;
}

/** Opens and closes the chat of players. Absent during a break. */
export function RoomsButton({ label, className, onPress }: RoomsButtonProps) {
  const open = useRoomsOpen();
  const isOnBreak = useIsOnBreak();
  if (isOnBreak) return null;
  return (
    <button
      type="button"
      className={className}
      aria-expanded={open}
      aria-label={label}
      title={label}
      onClick={() => {
        onPress?.();
        setRoomsOpen(!open);
      }}
    >
      <Icon of={MessagesSquare} size={18} />
      <span className="label">{label}</span>
    </button>
  );
}
