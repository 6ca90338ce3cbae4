/** Positions on the board, in drawing units: shared by the picture, the balls and the slots. */
export const boardWidth = 720;
export const boardHeight = 560;

/** Between two pegs of a row, and between two slots. */
export const spacing = (rows: number): number => boardWidth / (rows + 2);
/** Between two rows. */
export const rowHeight = (rows: number): number => boardHeight / (rows + 0.4);

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pegs of a row (0 is the first): three, then one more each row, around the middle. */
export function pegsOf(row: number, rows: number): readonly Point[] {
  const y = (row + 0.6) * rowHeight(rows);
  return Array.from({ length: row + 3 }, (_, i) => ({ x: boardWidth / 2 + (i - (row + 2) / 2) * spacing(rows), y }));
}

export const pegRadius = (rows: number): number => spacing(rows) * 0.085 + 1;
export const ballRadius = (rows: number): number => Math.min(17, spacing(rows) * 0.27);

/** The positions of a ball: above the board, on the peg it meets at each row, and in its slot. Its path is the drawn one. */
export function pointsOf(path: string): readonly Point[] {
  const rows = path.length;
  const rest = pegRadius(rows) + ballRadius(rows);
  let x = boardWidth / 2;
  const points: Point[] = [{ x, y: -ballRadius(rows) }];
  for (let row = 0; row < rows; row++) {
    points.push({ x, y: (row + 0.6) * rowHeight(rows) - rest });
    x += (path[row] === "R" ? 0.5 : -0.5) * spacing(rows);
  }
  points.push({ x, y: boardHeight + ballRadius(rows) * 0.6 });
  return points;
}

/** How long a ball falls: each row takes equally long. */
export const fallMs = (rows: number, fast: boolean): number => (fast ? 24 : 105) * (rows + 1) + (fast ? 60 : 160);

/** A slot's distance from the middle, 0 to 1: its tint. */
export const tintOf = (slot: number, rows: number): number => Math.abs(2 * slot - rows) / rows;

/** The style sheet sets the slots under the gaps of so many rows. */
export function boardClass(rows: number): string {
  return `plinko-board r${rows}`;
}
