import type { Micros } from "#kit/money/amount.ts";

/** This visit's effect on the balance in one game: counted in the page, in one currency. */
export interface Session {
  readonly bets: number;
  readonly wins: number;
  readonly wagered: bigint;
  readonly net: bigint;
  /** The largest payout less its stake. */
  readonly best: bigint;
  /** Net after each bet, thinned to at most {@link sessionPoints} points. */
  readonly line: readonly bigint[];
  /** Number of bets per step of the line. */
  readonly stride: number;
}

export const sessionPoints = 120;
export const freshSession: Session = { bets: 0, wins: 0, wagered: 0n, net: 0n, best: 0n, line: [0n], stride: 1 };

/** Counts one settled bet. A payout of the stake or less is not a win. */
export function countBet(session: Session, stake: Micros, payout: Micros): Session {
  const bets = session.bets + 1;
  const net = session.net + payout - stake;
  const profit = payout - stake;
  const counted = {
    bets,
    wins: session.wins + (payout > stake ? 1 : 0),
    wagered: session.wagered + stake,
    net,
    best: profit > session.best ? profit : session.best,
  };
  return { ...counted, ...extend(session, bets, net) };
}

function extend(session: Session, bets: number, net: bigint): Pick<Session, "line" | "stride"> {
  const { line: before, stride } = session;
  if (bets % stride !== 0) return { line: before, stride };
  const line = [...before, net];
  if (line.length <= sessionPoints) return { line, stride };
  return { line: line.filter((_, index) => index % 2 === 0), stride: stride * 2 };
}

/** The line as SVG path data in a box, with the y coordinate of zero. The scale is the line's own; a flat line is in the middle. */
export function sparkline(line: readonly bigint[], width: number, height: number): { path: string; zero: number } {
  const values = line.map(value => Number(value));
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const y = (value: number): number => (high === low ? height / 2 : height - ((value - low) / span) * height);
  const x = (index: number): number => (values.length < 2 ? width : (index / (values.length - 1)) * width);
  const points = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const path = values.length < 2 ? `M0 ${y(0).toFixed(1)}H${width}` : `M${points.join("L")}`;
  return { path, zero: y(0) };
}
