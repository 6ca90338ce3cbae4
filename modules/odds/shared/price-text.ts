/** A price in thousandths as an exact decimal of at least two places: "2.03", "1.001", "15.00". */
export function priceText(thousandths: number): string {
  const places = String(thousandths % 1000).padStart(3, "0");
  return `${Math.floor(thousandths / 1000)}.${places.endsWith("0") ? places.slice(0, 2) : places}`;
}
