/** The rules of migration 865, by the last digits of their ids: as long as a rule keeps the name of that migration, its name has a text. */
const names = {
  paid_through: "Paid in and out without play",
  out_within_hour: "Out within the hour",
  split_deposits: "Split below the line",
  household_deposits: "A household pays in together",
  many_cards: "Many cards",
  many_destinations: "Many destinations",
  shared_destination: "One destination for several accounts",
  many_deposits: "Many deposits in a day",
  dormant_account: "A dormant account is filled",
  both_sides: "Both sides of a bet",
  lost_duels: "Stakes passed on in duels",
  recalled_deposit: "Recalled after a withdrawal",
  new_account: "A new account moves large sums",
  tested_cards: "Tested cards",
  circles: "Money goes in circles",
} as const;

export type Typology = keyof typeof names;

const typologies = Object.keys(names) as Typology[];
const idOf = (position: number) => `00000000-0000-7000-8000-${String(position + 1).padStart(12, "0")}`;
const byId = new Map(typologies.map((typology, position) => [idOf(position), typology]));

/** Undefined for a rule that operators have written or renamed. */
export function typologyOf({ id, name }: { readonly id: string; readonly name: string }): Typology | undefined {
  const typology = byId.get(id);
  return typology !== undefined && names[typology] === name ? typology : undefined;
}
