import "#modules/desk/web/desk.css";
import "./duels.css";
import { useEffect, useState } from "react";
import { data, Link, type LoaderFunctionArgs, useNavigate, useParams } from "react-router";
import { showCount, showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount, Who } from "#modules/desk/web/live-bets.tsx";
import { useRefusal } from "#modules/desk/web/refusal.ts";
import { stakeText } from "#modules/desk/web/stake.ts";
import { StakeField, stakeOf } from "#modules/desk/web/stake-field.tsx";
import { useHeldBalance } from "#modules/desk/web/use-held-balance.ts";
import { type Table, useGameInfo, useTable } from "#modules/desk/web/use-table.ts";
import { type DuelRow, getDuels } from "../shared/contract.ts";
import { duelLimits } from "../shared/limits.ts";
import { duelsConfiguration, houseAfterMs, type Side, sideShown, sides, winnerGets } from "../shared/rules.ts";
import { DuelBar, DuelStage, type Role } from "./duel-stage.tsx";
import { endedIn, openIn } from "./duels-view.ts";
import { useDuel, useDuels, useFall } from "./use-duels.ts";

const texts = ["duels", "desk", "fairness"] as const;
export const handle = { game: true, texts };

/** A duel has a number; anything else in the address leads nowhere. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  if (params.id !== undefined && !/^(duels-)?[1-9][0-9]{0,14}$/.test(params.id))
    throw data({ path: new URL(request.url).pathname }, 404);
  return null;
}

/** Duels of a coin: the open ones to join, or the one of the address. Another currency is another set of them. */
export default function DuelsPage() {
  const table = useTable();
  return <DuelsOf key={table.currency} table={table} />;
}

function DuelsOf({ table }: { table: Table }) {
  const { t } = useTranslation(...texts);
  const { id: named } = useParams();
  const id = named === undefined ? null : named.startsWith("duels-") ? named : `duels-${named}`;
  const { currency, language, playerId } = table;
  const navigate = useNavigate();
  const href = useHref();
  const refusal = useRefusal(currency, language);
  const balance = useHeldBalance();
  const calm = useCalm();
  const duels = useDuels({
    ...{ playerId, currency },
    onRefused: refusal.refuse,
    onBalance: (of, sum) => {
      balance.show(of, sum);
      balance.release();
    },
  });
  const row = useDuel(id, duels.view);
  const fall = useFall(row, id !== null && duels.view.live.has(id), calm);
  const role = roleIn(row, id !== null && duels.view.mine.has(id));
  useHold(role !== null && (row?.state === "drawing" || fall === "falling"), balance);
  const show = (made: string | null) => {
    if (made) void navigate(href(`/games/coinflip/duels/${made.replace("duels-", "")}`), { preventScrollReset: true });
  };
  const join = (of: string) => {
    refusal.clear();
    void duels.join(of).then(show);
  };
  const unseen = new Set(fall === "shown" || id === null ? [] : [id]);
  return (
    <div className="game g-coinflip">
      <PageHead title={t("title")} description={t("description")} />
      <OpenPanel
        table={table}
        busy={duels.busy}
        connected={duels.connected}
        refusal={refusal.refusal}
        onTyped={refusal.clear}
        onOpen={(stake, side, house) => {
          refusal.clear();
          void duels.open(stake, side, house).then(show);
        }}
      />
      <section className="stage duels-stage" aria-label={t("stage")}>
        <div className="stage-h">
          <h1>{t("title")}</h1>
          {row?.beacon?.test && <span className="tag br">{t("test_beacon")}</span>}
          {!duels.connected && <span className="tag live">{t("lost_connection")}</span>}
          <span className="f1" />
          <Link className="duels-all" to={href(id === null ? "/games/coinflip" : "/games/coinflip/duels")}>
            {t(id === null ? "against_house" : "all")}
          </Link>
        </div>
        {id === null ? (
          <OpenList
            rows={openIn(duels.view, currency)}
            mine={duels.view.mine}
            {...{ table, busy: duels.busy, onJoin: join }}
          />
        ) : row ? (
          <DuelStage
            {...{ row, fall, role, language, busy: duels.busy }}
            signedIn={playerId !== null}
            canJoin={duels.connected && row.currency === currency}
            onJoin={() => join(row.id)}
            onWithdraw={() => void duels.withdraw(row.id)}
          />
        ) : (
          <p className="feed-none f1">{t(row === null ? "missing" : "reading")}</p>
        )}
        <DuelBar row={row} />
      </section>
      <EndedColumn rows={endedIn(duels.view, currency, unseen)} table={table} />
    </div>
  );
}

/** What the reader is in a duel: as the house says, or as the page has just made it. */
function roleIn(row: (DuelRow & { mine?: string | null }) | null | undefined, mine: boolean): Role {
  if (row?.mine === "opener" || row?.mine === "joiner") return row.mine;
  // A duel of this visit that was open when it was read: joined by the reader, unless nobody has.
  return mine ? (row?.joiner ? "joiner" : "opener") : null;
}

function useCalm(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => setCalm(window.matchMedia("(prefers-reduced-motion: reduce)").matches), []);
  return calm;
}

/** While an own duel is drawn, the balance of the frame waits for the coin. */
function useHold(waits: boolean, balance: ReturnType<typeof useHeldBalance>): void {
  useEffect(() => {
    if (!waits) return;
    balance.hold();
    return () => balance.release();
  }, [waits, balance]);
}

interface OpenPanelProps {
  readonly table: Table;
  readonly busy: boolean;
  readonly connected: boolean;
  readonly refusal: string | null;
  onTyped(): void;
  onOpen(stake: NonNullable<ReturnType<typeof stakeOf>>, side: Side, house: boolean): void;
}

/** Side, stake, and whether the house may join: what a duel is opened with. */
function OpenPanel({ table, busy, connected, refusal, onTyped, onOpen }: OpenPanelProps) {
  const { t } = useTranslation("duels");
  const { currency, language } = table;
  const info = useGameInfo(getDuels, duelLimits, table);
  const [typed, setTyped] = useState<string | null>(null);
  const [side, setSide] = useState<Side>("heads");
  const [house, setHouse] = useState(true);
  const text = typed ?? stakeText(info.usual);
  const stake = stakeOf(text, info.limits);
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  return (
    <section className="panel" aria-label={t("panel")}>
      <h2 className="d duels-h">{t("open_title")}</h2>
      <StakeField
        value={text}
        onChange={value => {
          setTyped(value);
          onTyped();
        }}
        limits={info.limits}
        currency={currency}
        language={language}
        balance={table.balance}
        error={refusal ?? undefined}
      />
      <div>
        <div className="lab">{t("your_side")}</div>
        <Tabs
          label={t("your_side")}
          value={side}
          onChange={next => setSide(next)}
          fill
          items={sides.map(value => ({ value, text: t(`sides.${value}`) }))}
        />
      </div>
      <label className="duels-check">
        <input type="checkbox" checked={house} onChange={event => setHouse(event.target.checked)} />
        <span>{t("house_may", { seconds: houseAfterMs / 1000 })}</span>
      </label>
      <div className="bet-act stick">
        {table.playerId === null ? (
          <Link className="btn pri l w" to="?signup">
            {t("sign_up")}
          </Link>
        ) : (
          <Button
            look="pri"
            size="l"
            wide
            busy={busy}
            disabled={!connected || stake === null}
            onClick={() => stake !== null && onOpen(stake, side, house)}
          >
            {t("open", { stake: stake === null ? "" : money(stake) })}
          </Button>
        )}
      </div>
      <div className="kv">
        <span>{t("winner_gets")}</span>
        <b>{stake === null ? "–" : money(winnerGets(stake))}</b>
      </div>
      <div className="kv">
        <span>{t("fee")}</span>
        <b>{`${100 - duelsConfiguration.payout_percent}%`}</b>
      </div>
      <p className="mut sm push">{t("how")}</p>
    </section>
  );
}

interface OpenListProps {
  readonly rows: readonly DuelRow[];
  readonly mine: ReadonlySet<string>;
  readonly table: Table;
  readonly busy: boolean;
  onJoin(id: string): void;
}

const rowsShown = 50;

function OpenList({ rows, mine, table, busy, onJoin }: OpenListProps) {
  const { t } = useTranslation("duels");
  const href = useHref();
  const { language, playerId } = table;
  if (rows.length === 0) return <p className="feed-none f1">{t("none_open")}</p>;
  return (
    <ul className="duels-open">
      {rows.slice(0, rowsShown).map(row => (
        <li key={row.id}>
          <Who player={row.opener.face} mine={mine.has(row.id)} test={row.opener.test} />
          <span className="mut sm">{t("takes", { side: t(`sides.${sideShown(row.side, false)}`) })}</span>
          <b className="num">{amount(row.stake, row.currency, language)}</b>
          {mine.has(row.id) || playerId === null ? (
            <Link className="btn out s" to={href(`/games/coinflip/duels/${row.round}`)}>
              {t("look")}
            </Link>
          ) : (
            <Button size="s" busy={busy} onClick={() => onJoin(row.id)}>
              {t("join_short")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function EndedColumn({ rows, table }: { rows: readonly DuelRow[]; table: Table }) {
  const { t } = useTranslation("duels");
  const href = useHref();
  const { language } = table;
  return (
    <section className="panel feedcol keep" aria-label={t("ended")}>
      <div className="feed-h">
        <h2>{t("ended")}</h2>
        <span className="mut sm num">{showCount(rows.length, language)}</span>
      </div>
      <ul className="scroll duels-ended">
        {rows.map(row => (
          <li key={row.id}>
            <Link to={href(`/verify/${row.id}`)} aria-label={t("check", { round: row.round })}>
              <Winner row={row} />
              <span className="mut sm">{row.result && t(`sides.${row.result.side}`)}</span>
              <b className="num">{amount(row.result?.payout ?? "0", row.currency, language)}</b>
            </Link>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="feed-none">{t("none_ended")}</p>}
    </section>
  );
}

function Winner({ row }: { row: DuelRow }) {
  const { t } = useTranslation("duels");
  const person = row.result?.winner === "opener" ? row.opener : row.joiner?.player;
  if (!person) return <b>{t("house")}</b>;
  return <Who player={person.face} mine={false} test={person.test} />;
}
