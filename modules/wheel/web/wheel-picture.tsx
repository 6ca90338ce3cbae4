import { Seal } from "#kit/ui/seal.tsx";
import type { Wheel } from "../shared/contract.ts";
import { wheelTickets } from "../shared/rules.ts";
import { laps, spinMs } from "./spin.ts";

const outer = 96;
const inner = 46;
/** Rarer prizes have no room for a label on the wheel. */
const namedFrom = 0.12;
const percents = Array.from({ length: 100 }, (_, index) => index * 3.6);

/** The top prize has its own colour, so that no two neighbours are alike. */
const colourOf = (index: number) => (index === 0 ? 0 : 1 + ((index - 1) % 4));

interface WheelPictureProps extends Pick<Wheel, "prizes"> {
  /** The drawn spin; null before it. */
  readonly ticket: number | null;
  /** The animation is running. */
  readonly turning: boolean;
  readonly label: string;
  /** A prize's label on its sector. */
  name(prize: string): string;
}

/**
 * A brass wheel with a tooth for each percent; sectors are as wide as the odds of their prizes. After a spin, the pin is at the ticket and
 * its sector is lit.
 */
export function WheelPicture({ prizes, ticket, turning, label, name }: WheelPictureProps) {
  let from = 0;
  const angle = (turning ? laps * 360 : 0) - ((ticket ?? 0) / wheelTickets) * 360;
  return (
    <svg className="wheel-ring" viewBox="-118 -118 236 236" role="img" aria-label={label}>
      <circle className="rim" r={110} />
      <circle className="well" r={100} />
      <g
        className="wheel-turns"
        style={{
          transform: `rotate(${angle}deg)`,
          transition: turning ? `transform ${spinMs}ms var(--ease-out)` : "none",
        }}
      >
        <g className="teeth">
          {percents.map(angle => (
            <path key={angle} d="M0-109v7" transform={`rotate(${angle})`} />
          ))}
        </g>
        {prizes.map(({ prize, odds }, index) => {
          const [begin, end] = [from / wheelTickets, (from + odds) / wheelTickets];
          const isOut = ticket !== null && !turning && (ticket < from || ticket >= from + odds);
          from += odds;
          return (
            <g key={prize} className={isOut ? `p${colourOf(index)} out` : `p${colourOf(index)}`}>
              <path d={sector(begin, end)} />
              {odds >= namedFrom * wheelTickets && (
                <text transform={`rotate(${(begin + end) * 180}) translate(0 -70)`}>{name(prize)}</text>
              )}
            </g>
          );
        })}
      </g>
      <circle className="hub" r={inner - 4} />
      <g className="hub-seal" transform="translate(-38 -38)">
        <Seal of="2f9d4c81e07ab653" size={76} copies={14} inner={0.3} stroke={0.9} />
      </g>
      <path className="pin" d="M-10-117H10L0-88Z" />
    </svg>
  );
}

/** A ring segment between two fractions of a full spin, clockwise from the top. */
function sector(from: number, to: number): string {
  const at = (part: number, length: number) => {
    const angle = part * 2 * Math.PI;
    return `${(Math.sin(angle) * length).toFixed(2)} ${(-Math.cos(angle) * length).toFixed(2)}`;
  };
  const large = to - from > 0.5 ? 1 : 0;
  return `M${at(from, outer)}A${outer} ${outer} 0 ${large} 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}Z`;
}
