import { Seal } from "#kit/ui/seal.tsx";
import type { CatalogueGame } from "../shared/contract.ts";

/** The picture of a game: its provider's tile, else scene and logo, else its seal with the title. */
export function CatalogueArt({ game, name = "tile" }: { game: CatalogueGame; name?: "tile" | "scene" }) {
  const { tile, scene, logo } = game.art;
  const picture = name === "tile" ? (tile ?? scene) : (scene ?? tile);
  if (!picture)
    return (
      <span className="cat-plate">
        <Seal of={`${game.kind} ${game.slug}`} size={150} points={220} />
      </span>
    );
  return (
    <>
      <img className="art" src={picture} alt="" loading="lazy" decoding="async" />
      {logo && !(name === "tile" && tile) && <img className="cat-logo" src={logo} alt="" loading="lazy" />}
    </>
  );
}
