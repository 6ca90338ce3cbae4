import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { answerDispute, readDisputes } from "./contract.ts";

/** Players' disputes of final ranks: prizes wait for the answers. */
export function Disputes() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readDisputes, {}, 15_000);
  return (
    <Panel title={t("disputes.title")}>
      <Read of={found}>
        {({ data }) => (
          <Table
            name={t("disputes.title")}
            head={[
              t("player"),
              t("freeSpins.title"),
              `>${t("tournaments.place")}`,
              t("disputes.text"),
              t("disputes.answer"),
              ">",
            ]}
            empty={t("disputes.none")}
            rows={data.map(each => ({
              key: `${each.tournament.id}${each.player.id}`,
              cells: [
                <span key="player">
                  <b>{each.player.name}</b>
                  <br />
                  <span className="muted">
                    <Moment at={each.created_at} />
                  </span>
                </span>,
                each.tournament.title,
                each.place === null ? "–" : String(each.place),
                <span key="text" className="reason">
                  {each.text}
                </span>,
                each.answer === null ? (
                  "–"
                ) : (
                  <span key="answer" className="reason">
                    {each.answer} <span className="muted">{each.answered_by}</span>
                  </span>
                ),
                each.answer === null && may("campaigns.start") && (
                  <Decide
                    key="do"
                    action={t("disputes.do_answer")}
                    title={t("disputes.answer_title", { name: each.player.name })}
                    text={t("disputes.answer_text")}
                    asksReason
                    onDecide={async (reason, key, given) => {
                      const answer = String(given.get("answer") ?? "").trim();
                      const params = { id: each.tournament.id, player: each.player.id };
                      await call(answerDispute, { params, body: { answer, reason } }, key);
                      found.reload();
                    }}
                  >
                    <label className="field">
                      {t("disputes.answer")}
                      <textarea name="answer" rows={4} required minLength={10} maxLength={1000} />
                    </label>
                  </Decide>
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
