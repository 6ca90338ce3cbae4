/** The pieces of the board, drawn here: a gem of eight facets and a bomb with a fuse. */

const facets = [
  ["14 12 30 12 22 25", "var(--miner-2)"],
  ["14 12 22 25 3 25", "var(--ivory-50)"],
  ["30 12 38 25 22 25", "var(--ivory-50)"],
  ["30 12 46 12 38 25", "var(--miner-2)"],
  ["46 12 57 25 38 25", "var(--miner-4)"],
  ["3 25 22 25 30 57", "var(--miner-3)"],
  ["22 25 38 25 30 57", "var(--miner-1)"],
  ["38 25 57 25 30 57", "var(--miner-5)"],
] as const;

export function Gem() {
  return (
    <svg className="gem" viewBox="0 0 60 66" aria-hidden="true">
      {facets.map(([points, fill]) => (
        <polygon key={points} points={points} fill={fill} />
      ))}
      <path d="M6 29l20 25M10 29l17 21M14 29l14 17" stroke="var(--miner-5)" strokeWidth="1" fill="none" />
    </svg>
  );
}

export function Bomb() {
  return (
    <svg className="bomb" viewBox="0 0 60 60" aria-hidden="true">
      <path d="M36 20c2-8 8-10 13-7" fill="none" stroke="var(--brass-300)" strokeWidth="3" strokeLinecap="round" />
      <path d="M49 5v6M55 13h-5M54 7l-3 3" stroke="var(--ivory-50)" strokeWidth="2.4" strokeLinecap="round" />
      <rect x="29" y="15" width="13" height="9" rx="2" transform="rotate(24 35 20)" fill="var(--ivory-400)" />
      <circle cx="27" cy="37" r="18" fill="oklch(.3 .02 192)" stroke="var(--ivory-400)" strokeWidth="1.5" />
      <path d="M17 33a12 12 0 0 1 9-8" fill="none" stroke="var(--ivory-200)" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
