import { Check } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";

interface RingProps {
  readonly part: number;
  readonly text: string;
  readonly label: string;
  /** Where the player has to act before it is empty: how little is left. */
  readonly haste?: "warn" | "danger" | undefined;
}

/** The ring empties as the time runs out. */
export function Ring({ part, text, label, haste }: RingProps) {
  const circle = "M52 6a46 46 0 1 1 0 92a46 46 0 1 1 0-92";
  return (
    <div className={haste ? `pay-ring ${haste}` : "pay-ring"} role="timer" aria-label={`${label}: ${text}`}>
      <svg viewBox="0 0 104 104" fill="none" strokeWidth="6" aria-hidden="true">
        <path d={circle} stroke="var(--surface-3)" />
        <path
          d={circle}
          className="left"
          strokeLinecap="round"
          pathLength="100"
          strokeDasharray={`${(part * 100).toFixed(1)} 100`}
        />
      </svg>
      <b className="display num">{text}</b>
    </div>
  );
}

/** The steps of a payment: done, awaited (`now`, counted from 0; 3 when all are done), to come. */
export function Steps({ names, now }: { names: readonly [string, string, string]; now: 0 | 1 | 2 | 3 }) {
  return (
    <ol className="row steps">
      {names.map((name, index) => (
        <Step key={name} name={name} number={index + 1} state={index < now ? "done" : index === now ? "now" : "next"} />
      ))}
    </ol>
  );
}

function Step({ name, number, state }: { name: string; number: number; state: "done" | "now" | "next" }) {
  return (
    <>
      {number > 1 && <li className={state === "next" ? "bar" : "bar done"} aria-hidden="true" />}
      <li className={state === "now" ? "st now" : "st"} aria-current={state === "now" ? "step" : undefined}>
        {state === "done" ? (
          <i className="ok">
            <Icon of={Check} size={13} stroke={3} />
          </i>
        ) : (
          <i className={state === "now" ? "now" : undefined}>{number}</i>
        )}
        <span className={state === "now" ? "t now" : "t"}>{name}</span>
      </li>
    </>
  );
}
