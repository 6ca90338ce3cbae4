import { useTranslation } from "#kit/web/texts.tsx";
import { readDeposits, readMethods, switchMethod } from "#modules/office/shared/contract.ts";
import { call } from "../api.ts";
import { pageLanguage } from "../language.ts";
import { Decide } from "../parts/decide.tsx";
import { Moment, money, PlayerLink, shortId } from "../parts/figures.tsx";
import { Panel, Read, Room, Table, Tag, type Tone } from "../parts/room.tsx";
import { useRoom } from "../parts/use-room.ts";
import { useSession } from "../session.ts";

/** By the numbers of an invoice's states. */
const states: Readonly<Record<number, readonly [string, Tone]>> = {
  1: ["created", "plain"],
  2: ["waiting", "info"],
  3: ["paid", "good"],
  4: ["expired", "plain"],
  5: ["declined", "bad"],
  6: ["cancelled", "plain"],
};

/** Ways money comes in, and what came. */
export function PaymentsRoom() {
  const { t } = useTranslation("office");
  const deposits = useRoom(readDeposits, { query: {} }, 15_000);
  return (
    <Room title={t("rooms.payments")}>
      <Methods />
      <Panel title={t("payments.newest")}>
        <Read of={deposits}>
          {({ data }) => (
            <Table
              name={t("payments.newest")}
              head={[
                t("players.no"),
                t("time"),
                t("player"),
                t("method"),
                `>${t("payments.asked")}`,
                `>${t("payments.credited")}`,
                `>${t("payments.held")}`,
                ">",
              ]}
              empty={t("payments.none")}
              rows={data.map(deposit => {
                const [word, tone] = states[deposit.status] ?? (["created", "plain"] as const);
                return {
                  key: deposit.id,
                  cells: [
                    <span key="no" className="mono mut">
                      {shortId(deposit.id)}
                    </span>,
                    <Moment key="at" at={deposit.created_at} />,
                    <PlayerLink key="player" player={deposit.player} />,
                    deposit.method,
                    money(deposit.amount, deposit.currency),
                    <b key="credited">{money(deposit.credited, deposit.currency)}</b>,
                    money(deposit.held, deposit.currency),
                    <Tag key="state" tone={tone}>
                      {t(`payments.${word}`)}
                    </Tag>,
                  ],
                };
              })}
            />
          )}
        </Read>
      </Panel>
    </Room>
  );
}

function Methods() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const methods = useRoom(readMethods, {});
  const language = pageLanguage() === "kk" ? "kz" : pageLanguage();
  return (
    <Panel title={t("payments.methods")}>
      <Read of={methods}>
        {({ data }) => (
          <Table
            name={t("payments.methods")}
            head={[t("method"), t("payments.provider"), t("players.limits"), t("players.state"), ">"]}
            empty=""
            rows={data.map(({ hash, name, provider, on, limits }) => ({
              key: hash,
              cells: [
                name[language as "en" | "ru" | "kz"],
                provider,
                <span key="limits" className="mut sm">
                  {limits
                    .map(
                      ({ currency, min, max }) =>
                        `${money(min, currency, { brief: true })}–${money(max, currency, { brief: true })}`,
                    )
                    .join(" · ")}
                </span>,
                <Tag key="state" tone={on ? "good" : "bad"}>
                  {t(on ? "payments.on" : "payments.off")}
                </Tag>,
                may("methods.write") ? (
                  <Decide
                    key="do"
                    action={t(on ? "payments.turn_off" : "payments.turn_on")}
                    title={t(on ? "payments.turn_off_title" : "payments.turn_on_title", {
                      name: name[language as "en" | "ru" | "kz"],
                    })}
                    text={t("payments.turn_text")}
                    asksReason
                    dangerous={on}
                    onDecide={async reason => {
                      await call(switchMethod, { params: { hash }, body: { on: !on, reason } });
                      methods.reload();
                    }}
                  />
                ) : (
                  ""
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
