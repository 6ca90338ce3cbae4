import type { Stage } from "./stage.ts";
import type { TableView } from "./table-view.ts";

const leastScale = 0.3;

/** The room is drawn at one size and scaled to the place that there is, now and whenever that changes. @returns scales again */
export function keepRoomFitted(
  { room, foot }: Pick<TableView, "room" | "foot">,
  drawn: Stage["room"],
  narrow: MediaQueryList,
): () => void {
  const fit = () => {
    const free = room.clientHeight - foot.offsetHeight;
    const scale = narrow.matches
      ? room.clientWidth / drawn.narrow
      : Math.min(room.clientWidth / drawn.width, free / drawn.height);
    room.style.setProperty("--scale", String(Math.max(leastScale, scale)));
  };
  new ResizeObserver(fit).observe(room);
  return fit;
}
