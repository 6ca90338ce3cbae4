import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { SkeletonText } from "#kit/ui/skeleton.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { listFreeSpins } from "../shared/contract.ts";
import { FreeSpinCard } from "./free-spin-card.tsx";

/** The player's free spins, the first to expire first, each with its game. */
export function FreeSpinCards() {
  const { t } = useTranslation("free-spins");
  const href = useHref();
  const { data: grants, isError, refetch } = useQuery(listFreeSpins, {});
  if (isError) return <p role="alert">{t("failed")}</p>;
  if (grants === undefined)
    return (
      <p className="muted">
        <SkeletonText>{t("none")}</SkeletonText>
      </p>
    );
  if (grants.length === 0) return <p className="muted">{t("none")}</p>;
  return (
    <div className="col gap-4">
      {grants.map(grant => (
        <FreeSpinCard key={grant.id} grant={grant} onCancelled={() => void refetch()}>
          <Link className={buttonClass({ variant: "primary" })} to={href(`/games/slots/${grant.game.slug}/play`)}>
            {t("play")}
          </Link>
        </FreeSpinCard>
      ))}
    </div>
  );
}
