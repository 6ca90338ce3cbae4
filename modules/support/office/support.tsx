import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { answerMessage, readInbox } from "#modules/support/office/contract.ts";

/** Visitors' messages, and our answers. */
export function SupportPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const inbox = useOfficeQuery(readInbox, {}, 15_000);
  return (
    <OfficePage title={t("pages.support")}>
      <Panel>
        <Read of={inbox}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="note muted">{t("support.none")}</p>
            ) : (
              <ul className="notes">
                {data.map(message => (
                  <li key={message.id}>
                    <span className="row wrap muted sm">
                      {message.player ? <PlayerLink player={message.player} /> : t("support.guest")}
                      <Moment at={message.written_at} />
                      {message.page && <span className="mono">{message.page}</span>}
                      <Tag tone={message.answer === null ? "wait" : "good"}>
                        {t(message.answer === null ? "support.waiting" : "support.answered")}
                      </Tag>
                    </span>
                    <p>{message.text}</p>
                    {message.answer !== null && <p className="answer">{message.answer}</p>}
                    {message.answer === null && may("support.answer") && (
                      <Decide
                        action={t("support.answer")}
                        title={t("support.answer_title")}
                        text={message.text}
                        label={t(message.by_mail ? "support.by_mail" : "support.in_chat")}
                        asksReason
                        onDecide={async text => {
                          await call(answerMessage, { params: { id: message.id }, body: { text } });
                          inbox.reload();
                        }}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Read>
      </Panel>
    </OfficePage>
  );
}
