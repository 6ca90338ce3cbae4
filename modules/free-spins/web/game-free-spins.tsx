import { useEffect } from "react";
import { useAnswer } from "#kit/web/use-answer.ts";
import { listFreeSpins } from "../shared/contract.ts";
import { FreeSpinCard } from "./free-spin-card.tsx";

interface GameFreeSpinsProps {
  readonly slug: string;
  /** Changes whenever a round has ended. */
  readonly rounds: number;
  /** The game has to be opened again to know it. */
  onCancelled(): void;
}

/** The player's free spins on the game of the page; nothing where there are none. */
export default function GameFreeSpins({ slug, rounds, onCancelled }: GameFreeSpinsProps) {
  const { data: grants, load } = useAnswer(listFreeSpins);
  useEffect(() => {
    if (rounds > 0) void load();
  }, [rounds, load]);
  return (grants ?? [])
    .filter(({ game }) => game.slug === slug)
    .map(grant => (
      <FreeSpinCard
        key={grant.id}
        grant={grant}
        onCancelled={() => {
          void load();
          onCancelled();
        }}
      />
    ));
}
