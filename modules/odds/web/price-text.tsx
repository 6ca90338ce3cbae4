import { storedSetting } from "#kit/web/stored-setting.ts";
import { formatPrice, priceFormats } from "../shared/price-format.ts";

/** How this device shows prices; decimal by default and on the server. */
export const priceFormat = storedSetting("price-format", priceFormats, "decimal");

/** A decimal price in the format that the player has chosen. */
export function PriceText({ of }: { of: string }) {
  return formatPrice(of, priceFormat.use());
}
