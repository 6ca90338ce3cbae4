import { Seal } from "#kit/ui/seal.tsx";
import { isRed, rankOf, suitOf } from "../shared/rules.ts";

/** Fairhouse's playing cards, drawn here: ivory paper, our own symbols, a rosette on the back and behind the courts. */

const signs = {
  diamonds: "M12 1.5L20.5 12L12 22.5L3.5 12Z",
  hearts: "M12 21.5C5 15.5 1.8 12 1.8 8A5.2 5.2 0 0 1 12 6A5.2 5.2 0 0 1 22.2 8C22.2 12 19 15.5 12 21.5Z",
  spades:
    "M12 1.8C18 7.8 22 11 22 15A4.7 4.7 0 0 1 13.4 17.5L15.2 22.2H8.8L10.6 17.5A4.7 4.7 0 0 1 2 15C2 11 6 7.8 12 1.8Z",
  clubs:
    "M12 1.8A4.7 4.7 0 0 1 15.7 9.4A4.8 4.8 0 1 1 13.4 16.8L15.2 22.2H8.8L10.6 16.8A4.8 4.8 0 1 1 8.3 9.4A4.7 4.7 0 0 1 12 1.8Z",
} as const;
const letters: Readonly<Record<number, string>> = { 1: "A", 11: "J", 12: "Q", 13: "K" };

export function rankSign(card: number): string {
  return letters[rankOf(card)] ?? String(rankOf(card));
}

export function Sign({ card, size }: { card: number; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={isRed(card) ? "sign red" : "sign"}
      aria-hidden="true"
    >
      <path d={signs[suitOf(card)]} fill="currentColor" />
    </svg>
  );
}

/** The face of a card, as wide as its container. */
export function Face({ card }: { card: number }) {
  const sign = signs[suitOf(card)];
  const rank = rankSign(card);
  const court = rankOf(card) > 10;
  return (
    <svg viewBox="0 0 100 140" className={isRed(card) ? "hilo-face red" : "hilo-face"} aria-hidden="true">
      <rect x=".5" y=".5" width="99" height="139" rx="9" className="paper" />
      {court && <rect x="21" y="17" width="58" height="106" rx="5" className="court" />}
      <Corner rank={rank} sign={sign} />
      <g transform="rotate(180 50 70)">
        <Corner rank={rank} sign={sign} />
      </g>
      {court ? (
        <>
          <text x="50" y="86" textAnchor="middle" className="letter">
            {rank}
          </text>
          <path d={sign} transform="translate(40 98) scale(.83)" fill="currentColor" />
          <path d={sign} transform="rotate(180 50 70) translate(40 98) scale(.83)" fill="currentColor" />
        </>
      ) : (
        <path d={sign} transform="translate(23 43) scale(2.25)" fill="currentColor" />
      )}
    </svg>
  );
}

function Corner({ rank, sign }: { rank: string; sign: string }) {
  return (
    <g>
      <text x="12" y="23" textAnchor="middle" className="rank">
        {rank}
      </text>
      <path d={sign} transform="translate(5.6 27) scale(.54)" fill="currentColor" />
    </g>
  );
}

export function Back() {
  return (
    <div className="back">
      <Seal of="91c3e07ad4528b6f" size={150} copies={14} inner={0.34} points={170} radius={48} stroke={0.5} />
    </div>
  );
}
