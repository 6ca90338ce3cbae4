import type { Wheel } from "../shared/contract.ts";
import { wheelTickets } from "../shared/rules.ts";

const radius = 92;

/** A ring whose sectors are as wide as the odds of their prizes; once it was turned, the pin stands at the ticket. */
export function WheelPicture({
  prizes,
  ticket,
  label,
}: Pick<Wheel, "prizes"> & { ticket: number | null; label: string }) {
  let from = 0;
  const turn = ((ticket ?? 0) / wheelTickets) * 360;
  return (
    <svg className="wheel-ring" viewBox="-110 -110 220 220" role="img" aria-label={label}>
      <g className="wheel-turns" style={{ transform: `rotate(${-turn}deg)` }}>
        {prizes.map(({ odds }, index) => {
          const begin = from;
          from += odds;
          return <path key={odds} className={`p${index}`} d={sector(begin / wheelTickets, from / wheelTickets)} />;
        })}
      </g>
      <circle r={52} />
      <path className="pin" d="M-7 -108H7L0 -84Z" />
    </svg>
  );
}

/** The piece of a ring between two parts of a whole turn, from the top on, clockwise. */
function sector(from: number, to: number): string {
  const at = (part: number, length: number) => {
    const angle = part * 2 * Math.PI;
    return `${(Math.sin(angle) * length).toFixed(2)} ${(-Math.cos(angle) * length).toFixed(2)}`;
  };
  const large = to - from > 0.5 ? 1 : 0;
  const inner = 54;
  return `M${at(from, radius)}A${radius} ${radius} 0 ${large} 1 ${at(to, radius)}L${at(to, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}Z`;
}
