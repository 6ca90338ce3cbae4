import { Link } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { AvatarPicker } from "./avatar-picker.tsx";
import { NameForm } from "./name-form.tsx";
import { useIdentity } from "./use-identity.ts";
import "./profiles.css";

/** Public name and avatar, and how to change them. */
export function IdentityCard() {
  const { t } = useTranslation("profiles");
  const href = useHref();
  const { data, isError: failed, refetch } = useIdentity();
  const isHidden = useSession(state => state.user?.is_avatar_hidden === true);
  return (
    <section className="card settings identity" aria-busy={!data && !failed}>
      <h2 className="display">{t("title")}</h2>
      {failed && (
        <p role="alert">
          {t("failed")} <Button onClick={() => void refetch()}>{t("again")}</Button>
        </p>
      )}
      {!data && !failed && <Skeleton height={240} />}
      {data && (
        <>
          <div className="row identity-now">
            <PlayerAvatar of={data.avatar} size={72} />
            <div className="col gap-1">
              <b className="own-name">
                {data.name}
                {data.name_state === "in_review" && <span className="tag brass">{t("in_review")}</span>}
              </b>
              {isHidden ? (
                <span className="muted sm">{t("hidden")}</span>
              ) : (
                <Link className="sm" to={href(`/player/${encodeURIComponent(data.name)}`)}>
                  {t("open")}
                </Link>
              )}
            </div>
          </div>
          <NameForm key={data.name} identity={data} />
          <AvatarPicker identity={data} />
        </>
      )}
    </section>
  );
}
