import { Button } from "#kit/ui/button.tsx";
import { notify } from "#kit/web/notify.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useProven } from "#modules/factors/web/use-factors.tsx";
import { beginLink, finishLink, listLinks, unlink } from "#modules/social/shared/contract.ts";
import { useLoginProviders } from "./social-buttons.tsx";
import { askInWindow, WindowBlocked, WindowClosed } from "./social-window.ts";
import "#modules/accounts/web/access/access.css";
import "./social.css";

/** The providers linked to the player; shown only if any are configured. */
export function LinksSection() {
  const { t } = useTranslation("social");
  const begin = useMutation(beginLink);
  const finish = useMutation(finishLink, replaces(listLinks));
  const removing = useMutation(unlink, { invalidates: [listLinks] });
  const { day } = useDates();
  const providers = useLoginProviders();
  const links = useQuery(listLinks, {}).data ?? [];
  const { change, prompt } = useProven();
  const link = (provider: string) =>
    change(async () => {
      try {
        const addressOf = async () => (await begin.mutate({ body: { provider, origin: location.origin } })).url;
        const answer = await askInWindow(addressOf);
        await finish.mutate({ body: { answer } });
      } catch (error) {
        if (error instanceof WindowBlocked) notify({ kind: "error", lines: [t("blocked")] });
        else if (!(error instanceof WindowClosed)) throw error;
      }
    });
  const remove = (provider: string) => change(async () => void (await removing.mutate({ params: { provider } })));
  if (providers.length === 0) return null;
  return (
    <section className="card access">
      <h2 className="display">{t("title")}</h2>
      <p className="muted sm">{t("note")}</p>
      <ul className="access-list">
        {providers.map(({ provider, name }) => {
          const linked = links.find(each => each.provider === provider);
          const since = linked && t("since", { date: day(linked.since) });
          return (
            <li key={provider}>
              <div className="what">
                <b>{name}</b>
                <span className="muted sm">{since ?? t("not_linked")}</span>
              </div>
              {linked ? (
                <Button
                  size="s"
                  variant="outline"
                  aria-label={t("unlink_of", { name })}
                  onClick={() => void remove(provider)}
                >
                  {t("unlink")}
                </Button>
              ) : (
                <Button size="s" aria-label={t("link_of", { name })} onClick={() => void link(provider)}>
                  {t("link")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {prompt}
    </section>
  );
}
