import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { TopLine } from "../shared/contract.ts";

export function PlayerName({ of: player }: { readonly of: TopLine["player"] }) {
  const { t } = useTranslation("top-players");
  const href = useHref();
  if (!player) return <span className="faint">{t("page.hidden")}</span>;
  return (
    <Link className="ellipsis bold" to={href(`/player/${encodeURIComponent(player.name)}`)}>
      {player.name}
    </Link>
  );
}
