import { Glyph } from "#kit/ui/glyph.tsx";
import { menuGames } from "#modules/games/printed/menu.ts";

/** A game's own glyph, in its hue when the element carries `g-<game>`; nothing for any other name. */
export function GameGlyph({ game }: { game: string }) {
  const found: { readonly glyph: string; readonly glyphWidth?: number } | undefined = menuGames.find(
    each => each.game === game,
  );
  return found && <Glyph path={found.glyph} width={found.glyphWidth} />;
}
