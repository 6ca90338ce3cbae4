import { MessageCircle } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";
import { setChatOpen, useChatOpen } from "./chat-store.ts";

/** Opens and closes the chat. */
export function ChatButton({ label, className }: { label: string; className: string }) {
  const open = useChatOpen();
  return (
    <button
      type="button"
      className={className}
      aria-expanded={open}
      aria-label={label}
      title={label}
      onClick={() => setChatOpen(!open)}
    >
      <Icon of={MessageCircle} size={18} />
      <span className="label">{label}</span>
    </button>
  );
}
