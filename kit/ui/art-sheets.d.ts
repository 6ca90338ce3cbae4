/** The address of the sheet with the tiles of all games; `#<game>` names one. See apps/site/art-sheets.ts. */
declare module "virtual:art/games" {
  const address: string;
  export default address;
}
/** The address of the sheet with the engravings of the hero; `#band` and `#wheel` name them. */
declare module "virtual:art/hero" {
  const address: string;
  export default address;
}
