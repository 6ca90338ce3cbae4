import { useEffect } from "react";
import { useQuery } from "#kit/web/query/use-query.ts";
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
  const { data: grants, refetch } = useQuery(listFreeSpins, {});
  useEffect(() => {
    if (rounds > 0) void refetch();
  }, [rounds, refetch]);
  return (grants ?? [])
    .filter(({ game }) => game.slug === slug)
    .map(grant => (
      <FreeSpinCard
        key={grant.id}
        grant={grant}
        onCancelled={() => {
          void refetch();
          onCancelled();
        }}
      />
    ));
}
