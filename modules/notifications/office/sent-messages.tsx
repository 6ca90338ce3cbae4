import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readSentMessages } from "./contract.ts";
import { WriteMessage } from "./write-message.tsx";
import { WrittenTexts } from "./written-texts.tsx";

const tones = { waiting: "wait", sent: "good", dropped: "plain" } as const;

/** What operators have written to a player, and a button for the next message. */
export function SentMessages({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readSentMessages, { params: { id } }, 15_000);
  return (
    <Panel title={t("player_messages.history")} aside={<WriteMessage players={[{ id, name }]} onSent={found.reload} />}>
      <Read of={found}>
        {({ data }) => (
          <Table
            name={t("player_messages.history")}
            head={[
              t("time"),
              t("player_messages.purpose"),
              t("player_messages.text"),
              t("player_messages.channels"),
              t("players.state"),
              t("timeline.by"),
              t("reason"),
            ]}
            empty={t("player_messages.no_history")}
            rows={data.map(message => ({
              key: `${message.id} ${message.channel}`,
              cells: [
                <Moment key="at" at={message.asked_at} />,
                t(`player_messages.${message.purpose}`),
                <WrittenTexts key="text" texts={message.texts} />,
                t(`player_messages.channel.${message.channel}`),
                <Tag key="state" tone={tones[message.state]}>
                  {t(`player_messages.state.${message.state}`)}
                  {message.why !== null && `: ${t.find(`player_messages.why.${message.why}`) ?? message.why}`}
                </Tag>,
                message.operator,
                <span key="reason" className="reason">
                  {message.reason}
                </span>,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
