import { useTranslation } from "#kit/web/texts.tsx";
import { gameOf, type Product } from "../shared/region.ts";

/** The name of what is closed, in the page's language. */
export function useProductName(): (product: Product) => string {
  const { t } = useTranslation("office");
  return product => {
    const game = gameOf(product);
    return game === undefined ? (t.find(`regions.products.${product}`) ?? product) : t.in("games", game);
  };
}
