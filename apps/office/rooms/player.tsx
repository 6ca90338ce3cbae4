import { type FormEvent, useState } from "react";
import { Link, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { readAuditLog } from "#modules/audit/shared/contract.ts";
import {
  askCorrection,
  endPlayerSessions,
  readPayouts,
  readPlayer,
  readPlayerLedger,
  writeNote,
} from "#modules/office/shared/contract.ts";
import { call } from "../api.ts";
import { Decide } from "../parts/decide.tsx";
import { DeedLine } from "../parts/deeds.tsx";
import { Moment, money, shortId } from "../parts/figures.tsx";
import { PayoutState } from "../parts/payout-state.tsx";
import { Panel, Read, Room, Table, Tag } from "../parts/room.tsx";
import { useRoom } from "../parts/use-room.ts";
import { useSession } from "../session.ts";

type Player = RouteOutput<typeof readPlayer>["data"];

/** Everything about one player that the house looks at. */
export function PlayerRoom() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const { may } = useSession();
  const player = useRoom(readPlayer, { params: { id } });
  const name = player.data?.data.person.name ?? t("player");
  return (
    <Room
      title={name}
      aside={
        <>
          {may("corrections.request") && player.data && <Correction id={id} player={player.data.data} />}
          {may("players.sessions.end") && (
            <Decide
              action={t("players.sign_out")}
              title={t("players.sign_out_title", { name })}
              text={t("players.sign_out_text")}
              asksReason
              dangerous
              onDecide={async reason => {
                await call(endPlayerSessions, { params: { id }, body: { reason } });
                player.reload();
              }}
            />
          )}
        </>
      }
    >
      <Read of={player}>
        {({ data }) => (
          <>
            <div className="two">
              <Account data={data} />
              <Money data={data} />
            </div>
            <Ledger id={id} first={data.person.currency ?? data.balances[0]?.currency ?? "EUR"} />
            <div className="two">
              {may("payouts.read") && <Payouts id={id} />}
              <Notes data={data} id={id} reload={player.reload} />
            </div>
            <Sessions sessions={data.sessions} />
            {may("audit.read") && <Deeds id={id} />}
          </>
        )}
      </Read>
    </Room>
  );
}

function Account({ data: { person, identity, break: pause } }: { data: Player }) {
  const { t } = useTranslation("office");
  const proven = (is: boolean) =>
    is ? <Tag tone="good">{t("players.proven")}</Tag> : <Tag tone="plain">{t("players.unproven")}</Tag>;
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [
      t("players.email"),
      person.email ? (
        <span key="email" className="row wrap">
          {person.email} {proven(person.email_verified)}
        </span>
      ) : (
        "—"
      ),
    ],
    [
      t("players.phone"),
      person.phone ? (
        <span key="phone" className="row wrap">
          {person.phone} {proven(person.phone_verified)}
        </span>
      ) : (
        "—"
      ),
    ],
    [t("players.since"), <Moment key="since" at={person.registered_at} />],
    [t("language"), person.locale ?? "—"],
    [
      t("rooms.kyc"),
      <Link key="kyc" className="link" to={`/kyc/${person.id}`}>
        {t(`kyc.status.${identity.status}`)}
      </Link>,
    ],
    [
      t("players.pause"),
      pause ? (
        <span key="pause">
          {t(`players.${pause.kind}`)} <Moment at={pause.until} />
        </span>
      ) : (
        t("players.no_pause")
      ),
    ],
    [
      t("players.id"),
      <span key="id" className="mono">
        {person.id}
      </span>,
    ],
  ];
  return (
    <Panel title={t("players.account")} aside={person.test && <Tag tone="info">{t("test")}</Tag>}>
      <dl className="facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Money({ data: { balances, limits } }: { data: Player }) {
  const { t } = useTranslation("office");
  const limit = (amount: string | null, used: string, currency: string) =>
    amount === null ? (
      <span className="mut">{money(used, currency)}</span>
    ) : (
      `${money(used, currency)} / ${money(amount, currency)}`
    );
  return (
    <Panel title={t("players.purses")}>
      <Table
        name={t("players.purses")}
        head={[t("currency"), `>${t("owed.real")}`, `>${t("owed.bonus")}`, `>${t("owed.vault")}`]}
        empty={t("players.no_purse")}
        rows={balances.map(({ currency, real, bonus, vault }) => ({
          key: currency,
          cells: [currency, <b key="real">{money(real, currency)}</b>, money(bonus, currency), money(vault, currency)],
        }))}
      />
      <h3>{t("players.limits")}</h3>
      <Table
        name={t("players.limits")}
        head={[t("currency"), `>${t("players.wagered")}`, `>${t("players.lost")}`, `>${t("players.deposited")}`]}
        empty={t("players.no_limits")}
        rows={limits.map(row => ({
          key: row.currency,
          cells: [
            row.currency,
            limit(row.wager_limit, row.wagered, row.currency),
            limit(row.loss_limit, row.lost, row.currency),
            limit(row.deposit_limit, row.deposited, row.currency),
          ],
        }))}
      />
    </Panel>
  );
}

function Ledger({ id, first }: { id: string; first: string }) {
  const { t } = useTranslation("office");
  const [currency, setCurrency] = useState(first);
  const [cursor, setCursor] = useState<string>();
  const ledger = useRoom(readPlayerLedger, {
    params: { id },
    query: { currency, ...(cursor !== undefined && { cursor }) },
  });
  return (
    <Panel
      title={t("players.ledger")}
      aside={
        <select
          className="pick"
          aria-label={t("currency")}
          value={currency}
          onChange={event => {
            setCursor(undefined);
            setCurrency(event.target.value);
          }}
        >
          {currencyCodes.map(code => (
            <option key={code}>{code}</option>
          ))}
        </select>
      }
    >
      <Read of={ledger}>
        {({ data }) => (
          <>
            <Table
              name={t("players.ledger")}
              head={[
                t("players.no"),
                t("time"),
                t("players.kind"),
                t("dashboard.game"),
                `>${t("amount")}`,
                `>${t("players.change")}`,
                `>${t("players.balance")}`,
              ]}
              empty={t("players.no_rows")}
              rows={data.items.map(row => ({
                key: row.number,
                cells: [
                  <span key="no" className="mono mut">
                    {row.number}
                  </span>,
                  <Moment key="at" at={row.at} />,
                  t.has(`kinds.${row.kind}`) ? t(`kinds.${row.kind}`) : row.kind,
                  row.game ? t(`games.${row.game}`) : "",
                  money(row.amount, currency),
                  <span key="change" className={row.change.startsWith("-") ? "dn" : "up"}>
                    {money(row.change, currency, { signed: true })}
                  </span>,
                  <b key="balance">{money(row.balance, currency)}</b>,
                ],
              }))}
            />
            <div className="row end pad">
              <span className="mut sm f1">
                {t("players.net_deposits")} {money(data.net_deposits, currency)}
              </span>
              {cursor !== undefined && (
                <button type="button" className="btn s" onClick={() => setCursor(undefined)}>
                  {t("newest")}
                </button>
              )}
              {data.next_cursor !== null && (
                <button type="button" className="btn s" onClick={() => setCursor(data.next_cursor ?? undefined)}>
                  {t("older")}
                </button>
              )}
            </div>
          </>
        )}
      </Read>
    </Panel>
  );
}

function Payouts({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const payouts = useRoom(readPayouts, { query: { player: id } });
  return (
    <Panel title={t("rooms.payouts")}>
      <Read of={payouts}>
        {({ data }) => (
          <Table
            name={t("rooms.payouts")}
            head={[t("players.no"), t("time"), `>${t("amount")}`, t("method"), ">"]}
            empty={t("players.no_payouts")}
            rows={data.map(payout => ({
              key: payout.id,
              cells: [
                <span key="no" className="mono mut">
                  {shortId(payout.id)}
                </span>,
                <Moment key="at" at={payout.created_at} />,
                <b key="amount">{money(payout.amount, payout.currency)}</b>,
                payout.label,
                <PayoutState key="state" payout={payout} />,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

function Notes({ data, id, reload }: { data: Player; id: string; reload(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get("text") ?? "");
    await call(writeNote, { params: { id }, body: { text } });
    form.reset();
    reload();
  }
  return (
    <Panel title={t("players.notes")}>
      <ul className="notes">
        {data.notes.map(note => (
          <li key={note.id}>
            <span className="mut sm">
              {note.author} <Moment at={note.written_at} />
            </span>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
      {may("players.note") && (
        <form className="row pad" onSubmit={event => void submit(event)}>
          <input
            className="f1"
            name="text"
            required
            maxLength={2000}
            placeholder={t("players.write_note")}
            aria-label={t("players.write_note")}
          />
          <button type="submit" className="btn s">
            {t("keep")}
          </button>
        </form>
      )}
    </Panel>
  );
}

function Sessions({ sessions }: { sessions: Player["sessions"] }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("players.sessions")}>
      <Table
        name={t("players.sessions")}
        head={[
          t("players.host"),
          t("players.address"),
          t("players.device"),
          t("players.opened"),
          t("players.seen"),
          ">",
        ]}
        empty={t("players.no_sessions")}
        rows={sessions.map(session => ({
          key: session.id,
          cells: [
            session.hostname,
            session.ip,
            <span key="device" className="ell device" title={session.user_agent}>
              {session.user_agent}
            </span>,
            <Moment key="opened" at={session.created_at} />,
            <Moment key="seen" at={session.seen_at} />,
            session.ended_at ? (
              <Tag key="state" tone="plain">
                {t("players.ended")}
              </Tag>
            ) : (
              <Tag key="state" tone="good">
                {t("players.living")}
              </Tag>
            ),
          ],
        }))}
      />
    </Panel>
  );
}

function Deeds({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const log = useRoom(readAuditLog, { query: { subject: `player:${id}` } });
  return (
    <Panel title={t("players.done")}>
      <Read of={log}>
        {({ data }) =>
          data.items.length === 0 ? (
            <p className="note mut">{t("audit.none")}</p>
          ) : (
            <ul className="deeds">
              {data.items.map(entry => (
                <DeedLine key={entry.number} entry={entry} />
              ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  );
}

function Correction({ id, player }: { id: string; player: Player }) {
  const { t } = useTranslation("office");
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState<string>(player.person.currency ?? "EUR");
  return (
    <Decide
      action={t("corrections.ask")}
      title={t("corrections.ask_title", { name: player.person.name })}
      text={t("corrections.ask_text")}
      asksReason
      onDecide={(reason, key) =>
        call(askCorrection, { body: { player: id, currency, amount: amount.trim().replace(",", "."), reason } }, key)
      }
    >
      <div className="row">
        <label className="field f1">
          {t("corrections.amount")}
          <input
            inputMode="decimal"
            required
            pattern="-?[0-9]{1,13}([.,][0-9]{1,2})?"
            value={amount}
            onChange={event => setAmount(event.target.value)}
          />
        </label>
        <label className="field">
          {t("currency")}
          <select value={currency} onChange={event => setCurrency(event.target.value)}>
            {currencyCodes.map(code => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
      </div>
    </Decide>
  );
}
