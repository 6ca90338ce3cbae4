/** A time zone as listed: its IANA name, and its label, "Asia/Almaty (GMT+5)". */
export interface Zone {
  readonly name: string;
  readonly text: string;
}

/** Names with their current offsets from UTC; names unknown to this browser are left out. */
export function readZones(names: readonly string[]): readonly Zone[] {
  return names.flatMap(name => {
    const offset = offsetOf(name);
    return offset === undefined ? [] : [{ name, text: `${name.replaceAll("_", " ")} (${offset})` }];
  });
}

/** The zone whose whole text was typed or chosen. */
export function findZone(zones: readonly Zone[], text: string): Zone | undefined {
  const wanted = text.trim().toLowerCase();
  return zones.find(zone => zone.text.toLowerCase() === wanted || zone.name.toLowerCase() === wanted);
}

function offsetOf(timeZone: string): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts();
    return parts.find(part => part.type === "timeZoneName")?.value;
  } catch {
    return undefined;
  }
}
