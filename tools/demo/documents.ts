import type { Persona } from "./personas.ts";

type Identity = NonNullable<Persona["identity"]>;

/**
 * Pictures of a demo player's documents, as base64: a card with the name and the date of birth that the account states, and a portrait. The
 * texts are missing where the machine has no fonts.
 */
export async function demoDocuments(identity: Identity): Promise<Readonly<Record<"identity" | "selfie", string>>> {
  // Loaded here: most starts show no identity.
  const { default: sharp } = await import("sharp");
  const jpeg = async (svg: string) =>
    (await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()).toString("base64");
  return { identity: await jpeg(card(identity)), selfie: await jpeg(selfie) };
}

const portrait = `<rect width="220" height="280" fill="#b0b5a3"/><circle cx="110" cy="112" r="56" fill="#22493a"/>
  <path d="M14 280a96 104 0 0 1 192 0z" fill="#22493a"/>`;

const selfie = `<svg xmlns="http://www.w3.org/2000/svg" width="660" height="840" viewBox="0 0 220 280">${portrait}</svg>`;

const card = ({ first_name, last_name, birth_date }: Identity) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="856" height="540" font-family="sans-serif" fill="#08241a">
    <rect width="856" height="540" fill="#f7f2e5"/><rect width="856" height="84" fill="#d5ac5e"/>
    <text x="40" y="56" font-size="34" font-weight="bold">DEMO IDENTITY CARD</text>
    <g transform="translate(40 150)">${portrait}</g>
    <g font-size="40"><text x="310" y="210">${last_name}</text><text x="310" y="270">${first_name}</text>
      <text x="310" y="360">${birth_date}</text></g>
    <rect x="310" y="404" width="480" height="6" fill="#dad6c6"/><rect x="310" y="424" width="400" height="6" fill="#dad6c6"/>
  </svg>`;
