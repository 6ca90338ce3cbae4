/** Size of a tile in a list of games, in pixels: five to six. */
const tile = { width: 500, height: 600 };
const hero = { x: 75, y: 60, size: 350 };

/** The picture by which a game is recognised: its hero symbol over its scene, which fills the tile. */
export function composeTile(scene: string, symbol: string): string {
  const { width, height } = tile;
  const ground = placed(scene, "s", `width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"`);
  const shown = placed(symbol, "h", `x="${hero.x}" y="${hero.y}" width="${hero.size}" height="${hero.size}"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${ground}${shown}</svg>`;
}

/** A drawing inside another one: its ids get a prefix, so that those of two drawings cannot meet. */
function placed(drawing: string, prefix: string, place: string): string {
  return drawing
    .replace(/^\s*<svg\b/, `<svg ${place}`)
    .replace(/\bid="/g, `id="${prefix}-`)
    .replace(/url\(#/g, `url(#${prefix}-`)
    .replace(/href="#/g, `href="#${prefix}-`);
}
