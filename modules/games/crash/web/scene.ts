import { sealBytes, sealShape } from "#kit/ui/seal-shape.ts";
import { type Axes, axesAt, type Box, drawnTimeOf, heightOf, labelledMarks, pointAt } from "./axis.ts";

/** One frame of the flight. Everything that moves is drawn here; the frame around it is static. */
export interface SceneFrame {
  readonly state: "waiting" | "flying" | "crashed";
  /** Milliseconds of flight; of a crashed round those at its point. */
  readonly elapsedMs: number;
  /** Milliseconds since the crash. */
  readonly sinceCrashMs: number;
  readonly pins: readonly ScenePin[];
  /** Without comet and sparks. */
  readonly reducedMotion: boolean;
  /** In the viewer's language: a comma or a point. */
  readonly decimalMark: string;
}

export interface ScenePin {
  /** Plain number: 4.4 is 4.40×. */
  readonly multiplier: number;
  readonly name: string;
  readonly gain: string;
}

interface Inks {
  readonly g: string;
  readonly hi: string;
  readonly mid: string;
  readonly ink: string;
  readonly ivory: string;
  readonly quiet: string;
  readonly faint: string;
  readonly brass: string;
  readonly signal: string;
  readonly signalSoft: string;
  readonly font: string;
}

export interface Scene {
  resize(): void;
  draw(frame: SceneFrame): void;
}

const wide = 560;

/** Initializes the canvas; its colors and sizes come from the page's tokens. */
export function openScene(canvas: HTMLCanvasElement): Scene | null {
  const context = canvas.getContext("2d");
  if (!context) return null;
  const inks = readInks(canvas);
  let rosette: HTMLCanvasElement | undefined;
  let size = { width: 1, height: 1, ratio: 1 };
  return {
    resize() {
      const box = canvas.getBoundingClientRect();
      const ratio = Math.min(2, window.devicePixelRatio || 1);
      size = { width: box.width, height: box.height, ratio };
      canvas.width = Math.round(box.width * ratio);
      canvas.height = Math.round(box.height * ratio);
      rosette = drawRosette(box.width >= wide ? 330 : 185, ratio, inks.g);
    },
    draw(frame) {
      context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
      context.clearRect(0, 0, size.width, size.height);
      const labels = size.width >= wide;
      const box = {
        left: labels ? 44 : 24,
        right: size.width - (labels ? 92 : 56),
        top: size.height * 0.4,
        bottom: size.height - (labels ? 40 : 20),
      };
      const axes = axesAt(frame.elapsedMs);
      drawStars(context, size, inks.ivory);
      const head = pointAt(frame.elapsedMs, axes, box);
      drawImageAround(
        context,
        rosette,
        frame.state === "waiting" ? { x: size.width * 0.62, y: size.height * 0.56 } : head,
        size.ratio,
      );
      drawMarks(context, axes, box, size.width, labels, frame.decimalMark, inks);
      if (frame.state === "waiting") return;
      drawFlight(context, frame, axes, box, head, inks);
      drawPins(context, frame, axes, box, labels, inks);
      if (frame.state === "flying") drawComet(context, head, frame, inks, labels ? 1 : 0.5);
      else if (!frame.reducedMotion) drawBurst(context, head, frame.sinceCrashMs, inks);
    },
  };
}

function readInks(canvas: HTMLCanvasElement): Inks {
  const style = getComputedStyle(canvas);
  const ink = (name: string) => style.getPropertyValue(name).trim() || "#f7f2e5";
  return {
    g: ink("--g"),
    hi: ink("--g-hi"),
    mid: ink("--g-mid"),
    ink: ink("--g-ink"),
    ivory: ink("--ivory-50"),
    quiet: ink("--ivory-400"),
    faint: ink("--ivory-500"),
    brass: ink("--brass-200"),
    signal: ink("--signal-400"),
    signalSoft: ink("--signal-300"),
    font: style.fontFamily,
  };
}

function drawRosette(radius: number, ratio: number, ink: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const side = radius * 2 + 4;
  canvas.width = canvas.height = Math.ceil(side * ratio);
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const shape = sealShape(sealBytes("b41c0e97aa52f6c0"), { radius, copies: 9, inner: 0.24, points: 320 });
  const path = new Path2D(shape.path);
  context.setTransform(ratio, 0, 0, ratio, canvas.width / 2, canvas.height / 2);
  context.strokeStyle = ink;
  context.lineWidth = 0.7;
  context.globalAlpha = 0.26;
  for (const angle of shape.rotations) {
    context.save();
    context.rotate((angle * Math.PI) / 180);
    context.stroke(path);
    context.restore();
  }
  return canvas;
}

function drawImageAround(
  context: CanvasRenderingContext2D,
  image: HTMLCanvasElement | undefined,
  at: { x: number; y: number },
  ratio: number,
): void {
  if (!image) return;
  const side = image.width / ratio;
  context.drawImage(image, at.x - side / 2, at.y - side / 2, side, side);
}

/** The same sky for every viewer: a fixed sequence, not random. */
function drawStars(context: CanvasRenderingContext2D, size: { width: number; height: number }, ink: string): void {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  context.fillStyle = ink;
  for (let i = 0; i < 46; i++) {
    const [x, y, radius, glow] = [
      next() * size.width,
      next() * size.height * 0.56,
      0.5 + next() * 1.2,
      0.2 + next() * 0.5,
    ];
    context.globalAlpha = glow;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
  }
  context.globalAlpha = 1;
}

function drawMarks(
  context: CanvasRenderingContext2D,
  axes: Axes,
  box: Box,
  width: number,
  labels: boolean,
  decimalMark: string,
  inks: Inks,
): void {
  context.font = `12px ${inks.font}`;
  context.textAlign = "left";
  context.lineWidth = 1;
  const labelled = labels ? labelledMarks(axes, box) : [];
  for (const mark of axes.marks) {
    const y = Math.round(heightOf(mark, axes, box)) + 0.5;
    context.globalAlpha = 0.07;
    context.strokeStyle = inks.ivory;
    context.beginPath();
    context.moveTo(box.left, y);
    context.lineTo(width - 10, y);
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = inks.quiet;
    if (labelled.includes(mark)) context.fillText(`${String(mark).replace(".", decimalMark)}×`, 10, y + 4);
  }
}

function curve(axes: Axes, box: Box, elapsedMs: number): Path2D {
  const path = new Path2D();
  const steps = 64;
  for (let i = 0; i <= steps; i++) {
    const { x, y } = pointAt((elapsedMs * i) / steps, axes, box);
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  return path;
}

function drawFlight(
  context: CanvasRenderingContext2D,
  frame: SceneFrame,
  axes: Axes,
  box: Box,
  head: { x: number; y: number },
  inks: Inks,
): void {
  const line = curve(axes, box, frame.elapsedMs);
  const below = new Path2D(line);
  const floor = box.bottom + 40;
  below.lineTo(head.x, floor);
  below.lineTo(box.left, floor);
  below.closePath();
  context.save();
  context.clip(below);
  const fade = (ink: string, strength: number) => {
    const gradient = context.createLinearGradient(0, head.y, 0, floor);
    gradient.addColorStop(0, ink);
    gradient.addColorStop(1, "transparent");
    context.globalAlpha = strength;
    return gradient;
  };
  const dim = frame.state === "crashed" ? 0.5 : 1;
  context.fillStyle = fade(inks.mid, 0.68 * dim);
  context.fillRect(box.left, head.y, head.x - box.left + 2, floor - head.y);
  context.fillStyle = fade(inks.g, 0.5 * dim);
  for (let x = box.left; x < head.x; x += 8) context.fillRect(x, head.y, 1.6, floor - head.y);
  context.restore();
  context.globalAlpha = 1;
  context.strokeStyle = frame.state === "crashed" ? inks.quiet : inks.ivory;
  context.lineWidth = box.left > 30 ? 5 : 3;
  context.lineCap = "round";
  context.stroke(line);
}

function drawPins(
  context: CanvasRenderingContext2D,
  frame: SceneFrame,
  axes: Axes,
  box: Box,
  labels: boolean,
  inks: Inks,
): void {
  for (const pin of frame.pins) {
    const at = pointAt(drawnTimeOf(pin.multiplier), axes, box);
    context.beginPath();
    context.arc(at.x, at.y, labels ? 6 : 4, 0, 7);
    context.fillStyle = inks.ink;
    context.fill();
    context.lineWidth = labels ? 3 : 2;
    context.strokeStyle = inks.signal;
    context.stroke();
    if (!labels || at.x < box.left + 110) continue;
    context.textAlign = "right";
    context.font = `600 13px ${inks.font}`;
    context.fillStyle = inks.signalSoft;
    context.fillText(pin.gain, at.x - 6, at.y - 18);
    context.font = `12px ${inks.font}`;
    context.fillStyle = inks.quiet;
    context.fillText(pin.name, at.x - 6, at.y - 34);
  }
}

/** Sparks are at fixed angles; their length varies during the flight, at most twice a second. */
function drawComet(
  context: CanvasRenderingContext2D,
  head: { x: number; y: number },
  frame: SceneFrame,
  inks: Inks,
  scale: number,
): void {
  if (!frame.reducedMotion) {
    context.lineCap = "round";
    for (let i = 0; i < 36; i++) {
      const seed = (i * 2654435761) >>> 0;
      const angle = ((seed % 3600) / 3600) * Math.PI * 2;
      const breath = 0.75 + 0.25 * Math.sin(frame.elapsedMs / 160 + (seed % 97));
      const from = (32 + (seed % 5)) * scale;
      const to = from + (8 + ((seed >>> 8) % 46)) * scale * breath;
      context.globalAlpha = 0.5 + ((seed >>> 16) % 50) / 100;
      context.strokeStyle = i % 3 === 0 ? inks.brass : inks.hi;
      context.lineWidth = (1.5 + ((seed >>> 4) % 18) / 10) * scale;
      context.beginPath();
      context.moveTo(head.x + Math.cos(angle) * from, head.y + Math.sin(angle) * from);
      context.lineTo(head.x + Math.cos(angle) * to, head.y + Math.sin(angle) * to);
      context.stroke();
    }
    context.globalAlpha = 1;
    context.setLineDash([2, 5]);
    context.strokeStyle = inks.hi;
    context.lineWidth = 2 * scale;
    context.beginPath();
    context.arc(head.x, head.y, 30 * scale, 0, 7);
    context.stroke();
    context.setLineDash([]);
  }
  context.globalAlpha = 1;
  context.fillStyle = inks.ivory;
  context.beginPath();
  context.arc(head.x, head.y, 22 * scale, 0, 7);
  context.fill();
}

function drawBurst(context: CanvasRenderingContext2D, head: { x: number; y: number }, ms: number, inks: Inks): void {
  const share = Math.min(1, ms / 700);
  if (share >= 1) return;
  const reach = 1 - (1 - share) ** 3;
  context.lineCap = "round";
  context.globalAlpha = 1 - share;
  for (let i = 0; i < 44; i++) {
    const angle = (i / 44) * Math.PI * 2 + (i % 3) * 0.05;
    const far = 60 + ((i * 37) % 90);
    context.strokeStyle = i % 3 === 0 ? inks.brass : inks.hi;
    context.lineWidth = 2.2 - share;
    context.beginPath();
    context.moveTo(head.x + Math.cos(angle) * far * reach * 0.7, head.y + Math.sin(angle) * far * reach * 0.7);
    context.lineTo(head.x + Math.cos(angle) * far * reach, head.y + Math.sin(angle) * far * reach);
    context.stroke();
  }
  context.globalAlpha = 1;
}
