/** Where the five seats lie: on the wide table in its plane, on a phone side by side. Centres of their circles. */
export interface SeatPlace {
  readonly x: number;
  readonly y: number;
  /** Degrees that the seat is turned by. */
  readonly turn: number;
}

export const wideSize = { width: 1_200, height: 700 };
export const tallSize = { width: 360, height: 300 };

const wide: readonly SeatPlace[] = [
  { x: 189, y: 426, turn: 18 },
  { x: 381, y: 539, turn: 9 },
  { x: 600, y: 580, turn: 0 },
  { x: 819, y: 539, turn: -9 },
  { x: 1_011, y: 426, turn: -18 },
];

export const seatPlace = (seat: number, isNarrow: boolean): SeatPlace =>
  isNarrow ? { x: 36 + (seat - 1) * 72, y: 168, turn: 0 } : (wide[seat - 1] as SeatPlace);

/** A point beside the seat's circle, turned with it. */
export function beside({ x, y, turn }: SeatPlace, dx: number, dy: number): { readonly x: number; readonly y: number } {
  const angle = (turn * Math.PI) / 180;
  return { x: x + dx * Math.cos(angle) - dy * Math.sin(angle), y: y + dx * Math.sin(angle) + dy * Math.cos(angle) };
}
