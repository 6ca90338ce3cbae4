/** The chart's scales. They grow in steps, so that the curve moves and the grid does not, and only upwards. */
export interface Axes {
  /** Multiplier at the top, in whole units or hundredths below ten. */
  readonly top: number;
  /** Seconds at the right edge. */
  readonly seconds: number;
  /** Labelled multipliers between 1 and the top. */
  readonly marks: readonly number[];
}

/** Growth per millisecond in the chart. Numbers shown come from the shared integer formula instead. */
const growth = 0.00006;

const steps = [2, 3, 5, 8, 14, 25, 50, 100, 200, 500];

/** The chart's multiplier, as a plain number. */
export function drawnMultiplier(ms: number): number {
  return Math.exp(growth * Math.max(0, ms));
}

export function axesAt(ms: number): Axes {
  const present = drawnMultiplier(ms);
  // The comet never climbs above seven eighths of the height before the scale grows.
  const wanted = 1 + (present - 1) / 0.88;
  const top = steps.find(step => step >= wanted) ?? 10 ** Math.ceil(Math.log10(wanted));
  return { top, seconds: (Math.log(top) / growth / 1000) * 0.98, marks: marksUpTo(top) };
}

function marksUpTo(top: number): readonly number[] {
  const rough = (top - 1) / 7;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(each => each * unit).find(each => each >= rough) ?? unit;
  const count = Math.ceil(top / step);
  return Array.from({ length: count }, (_, index) => Number((index * step).toFixed(2))).filter(mark => mark > 1);
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The position of a moment of the flight in the box. */
export function pointAt(ms: number, axes: Axes, box: Box): { x: number; y: number } {
  const x = box.left + (ms / 1000 / axes.seconds) * (box.right - box.left);
  const y = heightOf(drawnMultiplier(ms), axes, box);
  return { x: Math.min(box.right, x), y };
}

export function heightOf(multiplier: number, axes: Axes, box: Box): number {
  return box.bottom - ((multiplier - 1) / (axes.top - 1)) * (box.bottom - box.top);
}

/** Pixels between two labels, whose text is 12 pixels high. */
const labelGap = 16;

/** The marks whose labels fit: all of them, or every second, third ... where the chart is low. */
export function labelledMarks(axes: Axes, box: Box): readonly number[] {
  const [first, second] = axes.marks;
  if (first === undefined || second === undefined) return axes.marks;
  const every = Math.ceil(labelGap / (heightOf(first, axes, box) - heightOf(second, axes, box)));
  return axes.marks.filter((_, index) => index % every === 0);
}

/** The moment at which the chart reaches a multiplier. */
export function drawnTimeOf(multiplier: number): number {
  return Math.log(Math.max(1, multiplier)) / growth;
}
