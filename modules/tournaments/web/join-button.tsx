import { Link } from "react-router";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getTournamentBoard, joinTournament, type OwnStanding, type TournamentView } from "../shared/contract.ts";

interface JoinButtonProps {
  readonly tournament: TournamentView;
  readonly me: OwnStanding | null | undefined;
}

/** The button to sign up, join or play. Nothing during a break, and nothing when the tournament is over. */
export function JoinButton({ tournament: { id, status, games }, me }: JoinButtonProps) {
  const { t } = useTranslation("tournaments");
  const link = useModalLink();
  const href = useHref();
  const session = useSession(state => state.status);
  const isOnBreak = useIsOnBreak();
  const { mutate } = useMutation(joinTournament, { invalidates: [getTournamentBoard] });
  const { busy, submit } = useSubmit("tournaments");
  if (status === "finished" || session === "unknown") return null;
  if (isOnBreak) return <p className="muted">{t("join.on_break")}</p>;
  if (session === "guest")
    return (
      <Link className={buttonClass({ variant: "primary", size: "l" })} to={link("signup")} preventScrollReset>
        {t("join.guest")}
      </Link>
    );
  if (me)
    return (
      <Link
        className={buttonClass({ variant: "primary", size: "l" })}
        to={href(games.length === 1 ? `/games/${games[0]}` : "/games")}
      >
        {t("join.play")}
      </Link>
    );
  return (
    <Button
      variant="primary"
      size="l"
      busy={busy || me === undefined}
      onClick={() =>
        void submit(async () => {
          await mutate({ params: { id } });
          notify({ kind: "info", lines: [t("join.joined")] });
        })
      }
    >
      {t("join.join")}
    </Button>
  );
}
