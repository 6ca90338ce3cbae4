import { ArrowLeft, Trash2 } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import type { InboxEntry } from "../shared/contract.ts";
import { EntrySteps } from "./entry-steps.tsx";
import { groupOfKind, type Subject, subjectOf } from "./entry-subject.ts";
import { useEntrySum, useEntryText } from "./use-entry-text.ts";

const pages: Readonly<Record<Subject, string>> = {
  offers: "/bonuses",
  security: "/profile/access",
  payouts: "/profile/history",
  limits: "/profile/limits",
  profile: "/profile/setting",
  tournaments: "/tournaments",
  betting: "/betting/my-bets",
  play: "/profile/play",
};

interface DetailProps {
  readonly entry: InboxEntry;
  onRemove(id: string): Promise<unknown>;
  onRestore(id: string): Promise<unknown>;
}

/** One entry whole, with the page where the player can act on it. */
export function InboxDetail({ entry, onRemove, onRestore }: DetailProps) {
  const { t } = useTranslation("notifications");
  const href = useHref();
  const { moment } = useDates();
  const sum = useEntrySum(entry);
  const text = useEntryText(entry);
  const { kind, data, id } = entry;
  const { busy, submit } = useSubmit("notifications");
  const navigate = useNavigate();
  const remove = () =>
    submit(async () => {
      await onRemove(id);
      await navigate("?", { preventScrollReset: true, replace: true });
      notify({ kind: "info", lines: [t("removed")], action: { text: t("undo"), run: () => onRestore(id) } });
    });
  const subject = subjectOf(kind);
  const page = data.tournament ? `/tournament/${data.tournament}` : pages[subject];
  return (
    <section className="card inbox-detail" tabIndex={-1} aria-label={t(`kinds.${kind}.title`)}>
      <Link className="inbox-back" to="?" preventScrollReset>
        <Icon of={ArrowLeft} size={17} />
        {t("back")}
      </Link>
      <div className="row spread">
        <span className="tag brass">{t(`groups.${groupOfKind(kind)}`)}</span>
        {entry.removable ? (
          <button
            type="button"
            className="iconbtn"
            aria-label={t("remove")}
            title={t("remove")}
            disabled={busy}
            onClick={() => void remove()}
          >
            <Icon of={Trash2} size={18} />
          </button>
        ) : (
          <span className="muted xs">{t("stays")}</span>
        )}
      </div>
      <div>
        <h3 className="display">{t(`kinds.${kind}.title`)}</h3>
        <time className="muted sm" dateTime={entry.created_at}>
          {moment(entry.created_at)}
        </time>
      </div>
      {sum !== "" && (
        <div className="inbox-sum">
          <Seal of={entry.id} size={94} />
          <div>
            <span className="muted sm">{t("sum")}</span>
            <b className="display num">{sum}</b>
            {data.place && <span className="sm">{data.place}</span>}
          </div>
        </div>
      )}
      <p>{text}</p>
      {subject === "payouts" && <EntrySteps id={id} />}
      <div className="row wrap">
        <Link className={buttonClass({ variant: "secondary" })} to={href(page)}>
          {t(`open.${subject}`)}
        </Link>
      </div>
    </section>
  );
}
