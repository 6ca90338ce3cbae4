/** What a card says: the game, the multiplier large, stake and payout where there are any, and where to check it. */
export interface CardTexts {
  readonly game: string;
  readonly multiplier: string;
  readonly sums: string;
  readonly promise: string;
  readonly link: string;
  /** It paid more than its stake: only then the multiplier has the colour of a win. */
  readonly won: boolean;
}

export interface CardColors {
  readonly ground: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
}

/** The part of a canvas that a card needs. */
export type CardCanvas = Pick<
  CanvasRenderingContext2D,
  "fillStyle" | "strokeStyle" | "lineWidth" | "font" | "fillRect" | "strokeRect" | "fillText" | "measureText"
>;

/** The size that messengers show whole. */
export const cardWidth = 1200;
export const cardHeight = 630;
const margin = 72;
const display = '"Piazzolla", serif';
const plain = '"Onest", sans-serif';

export function drawCard(canvas: CardCanvas, texts: CardTexts, colors: CardColors): void {
  canvas.fillStyle = colors.ground;
  canvas.fillRect(0, 0, cardWidth, cardHeight);
  canvas.strokeStyle = colors.line;
  canvas.lineWidth = 3;
  canvas.strokeRect(24, 24, cardWidth - 48, cardHeight - 48);
  line(canvas, "Fairhouse", { y: 124, size: 46, weight: 800, family: display, color: colors.line });
  line(canvas, texts.game, { y: 214, size: 54, weight: 600, family: plain, color: colors.muted });
  line(canvas, texts.multiplier, {
    y: 376,
    size: 170,
    weight: 800,
    family: display,
    color: texts.won ? colors.accent : colors.text,
  });
  line(canvas, texts.sums, { y: 462, size: 46, weight: 600, family: plain, color: colors.text });
  line(canvas, texts.promise, { y: 522, size: 30, weight: 400, family: plain, color: colors.muted });
  line(canvas, texts.link, { y: 566, size: 26, weight: 400, family: plain, color: colors.muted });
}

interface Line {
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly family: string;
  readonly color: string;
}

/** Writes a line, smaller where it would run over the margin. */
function line(canvas: CardCanvas, text: string, { y, size, weight, family, color }: Line): void {
  canvas.fillStyle = color;
  canvas.font = `${weight} ${size}px ${family}`;
  const maxWidth = cardWidth - 2 * margin;
  const { width } = canvas.measureText(text);
  if (width > maxWidth) canvas.font = `${weight} ${Math.floor((size * maxWidth) / width)}px ${family}`;
  canvas.fillText(text, margin, y);
}
