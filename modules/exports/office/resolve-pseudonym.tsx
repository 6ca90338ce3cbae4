import { useNavigate } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { resolvePseudonym } from "../shared/contract.ts";
import { isPseudonym } from "../shared/pseudonym.ts";

/** Opens the player behind a pseudonym of a file that was searched for, with a reason. Nothing for any other search. */
export function ResolvePseudonym({ text }: { readonly text: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const navigate = useNavigate();
  if (!isPseudonym(text) || !may("players.resolve")) return null;
  return (
    <Panel
      title={t("pseudonym.title")}
      aside={
        <Decide
          action={t("pseudonym.action")}
          title={t("pseudonym.dialog")}
          text={t("pseudonym.text")}
          asksReason
          onDecide={async reason => {
            const { data } = await call(resolvePseudonym, { body: { pseudonym: text, reason } });
            void navigate(`/players/${data.player}`);
          }}
        />
      }
    >
      <p className="note mono">{text}</p>
    </Panel>
  );
}
