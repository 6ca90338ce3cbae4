/** All drawings of a game in one bitmap, at the size of its cells. */
export interface Atlas {
  /** `dim`: half as bright and paler, as beside symbols that win. */
  draw(context: CanvasRenderingContext2D, name: string, x: number, y: number, size: number, dim?: boolean): void;
}

const mostSide = 2048;

/** Draws every SVG of the set once. `pixels` is the side of a cell on the screen. */
export async function createAtlas(art: Readonly<Record<string, string>>, pixels: number): Promise<Atlas> {
  const names = Object.keys(art);
  const columns = Math.ceil(Math.sqrt(names.length));
  const side = Math.max(16, Math.min(Math.ceil(pixels), Math.floor(mostSide / columns)));
  const sheet = document.createElement("canvas");
  sheet.width = columns * side;
  sheet.height = Math.ceil(names.length / columns) * side;
  const context = sheet.getContext("2d");
  const places = new Map<string, readonly [number, number]>();
  await Promise.all(
    names.map(async (name, i) => {
      const place = [(i % columns) * side, Math.floor(i / columns) * side] as const;
      const image = await load(art[name] ?? "", side);
      context?.drawImage(image, place[0], place[1], side, side);
      places.set(name, place);
    }),
  );
  const dimmed = dimmedOf(sheet);
  return {
    draw(target, name, x, y, size, dim = false) {
      const place = places.get(name);
      if (place) target.drawImage(dim ? dimmed : sheet, place[0], place[1], side, side, x, y, size, size);
    },
  };
}

/** Made once: a filter on each symbol of each frame takes a phone several frames, and some browsers have none. */
function dimmedOf(sheet: HTMLCanvasElement): HTMLCanvasElement {
  const { width, height } = sheet;
  const dimmed = document.createElement("canvas");
  Object.assign(dimmed, { width, height });
  const context = dimmed.getContext("2d");
  if (!context) return sheet;
  context.drawImage(sheet, 0, 0);
  for (const [operation, fill] of [
    ["saturation", "rgba(128,128,128,.25)"],
    ["source-over", "rgba(0,0,0,.5)"],
  ] as const) {
    context.globalCompositeOperation = operation;
    context.fillStyle = fill;
    context.fillRect(0, 0, width, height);
  }
  // Both have also painted where the drawings are transparent.
  context.globalCompositeOperation = "destination-in";
  context.drawImage(sheet, 0, 0);
  return dimmed;
}

async function load(text: string, side: number): Promise<HTMLImageElement> {
  // Browsers that take an SVG's size from its attributes only draw nothing without them.
  const sized = text.replace("<svg ", `<svg width="${side}" height="${side}" `);
  const url = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}
