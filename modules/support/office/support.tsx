import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Room, Tag } from "#modules/operators/office/parts/room.tsx";
import { useRoom } from "#modules/operators/office/parts/use-room.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { answerMessage, readInbox } from "#modules/support/office/contract.ts";

/** What visitors wrote, and our answers. */
export function SupportRoom() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const inbox = useRoom(readInbox, {}, 15_000);
  return (
    <Room title={t("rooms.support")}>
      <Panel>
        <Read of={inbox}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="note mut">{t("support.none")}</p>
            ) : (
              <ul className="notes">
                {data.map(message => (
                  <li key={message.id}>
                    <span className="row wrap mut sm">
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
    </Room>
  );
}
