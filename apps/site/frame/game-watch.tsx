import { AcceptDialog } from "#modules/content/web/accept-dialog.tsx";
import PlayWatch from "#modules/limits/web/play-watch.tsx";

/** Shown beside every game of a signed-in player, loaded with the first one: play time, and the dialog of policies to accept. */
export default function GameWatch() {
  return (
    <>
      <PlayWatch />
      <AcceptDialog />
    </>
  );
}
