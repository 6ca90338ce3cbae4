import { keyOf, type Reel, type StageState } from "./stage-state.ts";

type Drawing = CanvasRenderingContext2D;

/** Paints all reels as they are at this moment. */
export function paintStage(g: Drawing, state: StageState): void {
  const { data, lit, reels, size } = state;
  const { width, height, ratio } = size;
  g.setTransform(1, 0, 0, 1, 0, 0);
  g.clearRect(0, 0, g.canvas.width, g.canvas.height);
  g.drawImage(backdropOf(state), 0, 0);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  const cell = width / data.grid.reels;
  paintPath(g, state, cell, height);
  for (const isLit of [false, true]) {
    for (let reel = 0; reel < data.grid.reels; reel++) {
      if (reels[reel]?.turning) {
        if (!isLit) paintTurning(g, state, reel, cell, height);
        continue;
      }
      const rows = rowsOf(state, reel);
      for (let row = 0; row < rows; row++) {
        if (lit.has(keyOf(reel, row)) === isLit) paintCell(g, state, reel, row, cell, height / rows);
      }
    }
  }
  paintBracket(g, state, cell, height);
}

const rowsOf = ({ window, data }: StageState, reel: number) => window[reel]?.length || data.grid.rows;

/** What is behind the symbols, painted once for each size: gradients over the whole stage are most of a frame on a phone. */
const backdrops = new WeakMap<StageState["size"], HTMLCanvasElement>();

function backdropOf(state: StageState): HTMLCanvasElement {
  const { data, size } = state;
  const known = backdrops.get(size);
  if (known) return known;
  const { width, height, ratio } = size;
  const made = document.createElement("canvas");
  // A canvas without pixels, as of a frame that is hidden, cannot be drawn.
  const pixels = (length: number) => Math.max(1, Math.round(length * ratio));
  Object.assign(made, { width: pixels(width), height: pixels(height) });
  const g = made.getContext("2d");
  g?.scale(ratio, ratio);
  for (let reel = 0; g && reel < data.grid.reels; reel++) paintWell(g, state, reel, width / data.grid.reels, height);
  if (g) paintShade(g, state, width, height);
  backdrops.set(size, made);
  return made;
}

function paintWell(g: Drawing, { data }: StageState, reel: number, width: number, height: number): void {
  const { palette } = data.theme;
  const [dark, light] = palette.well;
  const x = reel * width;
  const fill = g.createLinearGradient(0, 0, 0, height);
  for (const [at, tone] of [
    [0, dark],
    [0.5, light],
    [1, dark],
  ] as const) {
    fill.addColorStop(at, tone);
  }
  g.fillStyle = fill;
  g.fillRect(x, 0, width, height);
  if (reel === 0) return;
  g.fillStyle = palette.metal;
  g.globalAlpha = 0.55;
  g.fillRect(x - 1, 0, 2, height);
  g.globalAlpha = 1;
}

function paintShade(g: Drawing, { data }: StageState, width: number, height: number): void {
  const deep = height * 0.09;
  const shade = data.theme.light ? "rgba(60,50,30,.35)" : "rgba(0,0,0,.8)";
  for (const [from, to] of [
    [0, deep],
    [height, height - deep],
  ] as const) {
    const fill = g.createLinearGradient(0, from, 0, to);
    fill.addColorStop(0, shade);
    fill.addColorStop(1, "rgba(0,0,0,0)");
    g.fillStyle = fill;
    g.fillRect(0, Math.min(from, to), width, deep);
  }
}

function paintSymbol(
  g: Drawing,
  { atlas, names }: StageState,
  letter: string,
  x: number,
  y: number,
  side: number,
  dim = false,
): void {
  const name = names.get(letter);
  if (name) atlas?.draw(g, name, x - side / 2, y - side / 2, side, dim);
}

function paintCell(g: Drawing, state: StageState, reel: number, row: number, width: number, height: number): void {
  const { window, drops, labels, lit } = state;
  const key = keyOf(reel, row);
  const letter = window[reel]?.[row] ?? "";
  const drop = drops.get(key);
  const isLit = lit.has(key);
  const x = (reel + 0.5) * width;
  const y = (row + 0.5 + (drop?.dy ?? 0)) * height;
  const side = Math.min(width, height) * 0.92 * (drop?.scale ?? 1) * (isLit ? 1.07 : 1);
  g.globalAlpha = drop?.alpha ?? 1;
  if (isLit) paintLight(g, state.turn, x, y, width, height);
  paintSymbol(g, state, letter, x, y, side, lit.size > 0 && !isLit);
  const label = labels.get(key);
  if (label) paintLabel(g, label, x, y + side * 0.24, side);
  g.globalAlpha = 1;
}

function paintLight(g: Drawing, turn: number, x: number, y: number, width: number, height: number): void {
  const inset = Math.max(2, width * 0.03);
  const glow = g.createRadialGradient(x, y, 0, x, y, Math.min(width, height) * 0.75);
  glow.addColorStop(0, "rgba(255,214,120,.8)");
  glow.addColorStop(1, "rgba(170,90,20,.25)");
  g.fillStyle = glow;
  const cell = new Path2D();
  cell.roundRect(x - width / 2 + inset, y - height / 2 + inset, width - 2 * inset, height - 2 * inset, width * 0.08);
  g.fill(cell);
  g.save();
  g.clip(cell);
  g.translate(x, y);
  g.rotate(turn);
  g.fillStyle = "rgba(255,236,170,.16)";
  for (let ray = 0; ray < 10; ray++) {
    g.rotate(Math.PI / 5);
    g.beginPath();
    g.moveTo(0, 0);
    g.lineTo(width, -width * 0.11);
    g.lineTo(width, width * 0.11);
    g.fill();
  }
  g.restore();
  g.lineWidth = Math.max(2, width * 0.016);
  g.strokeStyle = "#ffe29a";
  g.stroke(cell);
}

function paintLabel(g: Drawing, text: string, x: number, y: number, side: number): void {
  const size = side * (text.length > 4 ? 0.2 : text.length > 2 ? 0.27 : 0.34);
  g.font = `900 ${size}px Piazzolla, Georgia, serif`;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.lineJoin = "round";
  g.lineWidth = size * 0.28;
  g.strokeStyle = "#2a0f06";
  g.strokeText(text, x, y);
  g.fillStyle = "#ffe59a";
  g.fillText(text, x, y);
}

function paintPath(g: Drawing, { data, path }: StageState, width: number, height: number): void {
  if (path.length < 2) return;
  const { rows } = data.grid;
  g.beginPath();
  for (const [reel, row] of path) {
    const [x, y] = [(reel + 0.5) * width, (row + 0.5) * (height / rows)];
    if (reel === path[0]?.[0]) g.moveTo(x, y);
    else g.lineTo(x, y);
  }
  g.setLineDash([1, width * 0.075]);
  g.lineCap = "round";
  for (const [tone, thick] of [
    ["#2a1606", 0.06],
    ["#ffe9ad", 0.038],
  ] as const) {
    g.strokeStyle = tone;
    g.lineWidth = width * thick;
    g.stroke();
  }
  g.setLineDash([]);
}

function paintTurning(g: Drawing, state: StageState, reel: number, width: number, height: number): void {
  const moving = state.reels[reel] as Reel;
  const rows = rowsOf(state, reel);
  const cell = height / rows;
  const side = Math.min(width, cell) * 0.92;
  const first = Math.floor(-moving.offset) - 1;
  const copies = moving.speed > 0.014 ? ([0, 0.14, 0.28] as const) : ([0] as const);
  g.save();
  g.beginPath();
  g.rect(reel * width, 0, width, height);
  g.clip();
  for (let place = first; place <= first + rows + 2; place++) {
    const y = (place + moving.offset + 0.5) * cell;
    for (const [i, back] of copies.entries()) {
      g.globalAlpha = moving.alpha * (copies.length === 1 ? 1 : ([0.62, 0.3, 0.15][i] ?? 0));
      paintSymbol(g, state, moving.tape.at(place), (reel + 0.5) * width, y - back * cell, side);
    }
  }
  g.restore();
}

/** In the metal of the frame. */
function paintBracket(g: Drawing, { data, linked, closed }: StageState, width: number, height: number): void {
  const [first] = linked;
  if (first === undefined) return;
  const line = Math.max(3, width * 0.028);
  const inset = line * 0.9;
  const tall = (height - 2 * inset) * closed;
  const box = new Path2D();
  box.roundRect(first * width + inset, (height - tall) / 2, linked.length * width - 2 * inset, tall, width * 0.09);
  for (const [tone, thick] of [
    ["#1c0a06", line * 1.9],
    [data.theme.palette.metal, line],
    ["#fff1c4", line * 0.28],
  ] as const) {
    g.strokeStyle = tone;
    g.lineWidth = thick;
    g.stroke(box);
  }
}
