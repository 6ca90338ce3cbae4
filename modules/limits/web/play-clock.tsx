import { Clock } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";

interface PlayClockProps {
  /** Hours and minutes, "0:12"; absent while loading, when only the space is reserved. */
  readonly time?: string;
  /** The session's result, formatted. */
  readonly net?: string;
  readonly label?: string;
}

/** The duration of a session of play and its result. */
export function PlayClock({ time, net, label }: PlayClockProps) {
  return (
    <span
      className="playclock"
      {...(label ? { role: "timer", "aria-label": label, title: label } : { "aria-hidden": true })}
    >
      <Icon of={Clock} size={15} />
      <span className="num">{time ?? "0:00"}</span>
      {net !== undefined && <b className="num">{net}</b>}
    </span>
  );
}
