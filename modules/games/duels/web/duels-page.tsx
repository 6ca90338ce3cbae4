import "#modules/bets/web/desk.css";
import "./duels.css";
import { useState } from "react";
import { data, Link, type LoaderFunctionArgs, useParams } from "react-router";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useChannel } from "#kit/web/house.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { BarStake, BetBar } from "#modules/bets/web/bet-bar.tsx";
import { DeskFoot } from "#modules/bets/web/desk-foot.tsx";
import type { Hotkey } from "#modules/bets/web/hotkeys.ts";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import { play } from "#modules/bets/web/sound.ts";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { doubleStake, halveStake, stakeText } from "#modules/bets/web/stake.ts";
import { StakeField } from "#modules/bets/web/stake-field.tsx";
import { useCalm } from "#modules/bets/web/use-calm.ts";
import { type GameDesk, useGameDesk } from "#modules/bets/web/use-game-desk.ts";
import { useHold } from "#modules/bets/web/use-held-balance.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { type Table, useTableKey } from "#modules/bets/web/use-table.ts";
import { EmptyStage } from "#modules/engines/multiplayer/web/empty-stage.tsx";
import { NoDemoNote } from "#modules/engines/multiplayer/web/no-demo-note.tsx";
import { SeatedColumn } from "#modules/engines/multiplayer/web/seated-column.tsx";
import { endedIn, openIn } from "#modules/engines/multiplayer/web/seated-view.ts";
import { useOnward } from "#modules/engines/multiplayer/web/use-onward.ts";
import { useSeated, useSeatedRound, useSeatedSession } from "#modules/engines/multiplayer/web/use-seated.ts";
import { type DuelRow, duelsChannel, getDuel, getDuels, joinDuel, openDuel, withdrawDuel } from "../shared/contract.ts";
import { duelLimits } from "../shared/limits.ts";
import { duelsConfiguration, houseAfterMs, type Side, sideShown, sides, winnerGets } from "../shared/rules.ts";
import { DuelBar, DuelStage, type Role } from "./duel-stage.tsx";
import { DuelsRules } from "./duels-rules.tsx";
import { useFall } from "./use-fall.ts";

const texts = ["duels", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** A duel has a number; anything else in the address leads nowhere. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  if (params.id !== undefined && !/^(duels-)?[1-9][0-9]{0,14}$/.test(params.id))
    throw data({ path: new URL(request.url).pathname }, 404);
  return null;
}

/** Duels of a coin: the open ones to join, or the one of the address. Another currency is another set of them. */
export default function DuelsPage() {
  return <DuelsOf key={useTableKey()} />;
}

function DuelsOf() {
  const { t } = useTranslation(...texts);
  const { id: named } = useParams();
  const id = named === undefined ? null : named.startsWith("duels-") ? named : `duels-${named}`;
  const desk = useGameDesk("duels", getDuels, duelLimits);
  const { table } = desk;
  const { currency, language, playerId } = table;
  const onward = useOnward();
  const href = useHref();
  const duels = useSeated<DuelRow>(desk);
  useChannel(duelsChannel, { snapshot: duels.snapshot, event: (_name, data) => duels.rows(data.rows) });
  const row = useSeatedRound<DuelRow & { mine?: Role }>(getDuel, id, duels.view);
  const fall = useFall(row, id !== null && duels.view.live.has(id), useCalm());
  const role = roleIn(row, id === null ? undefined : duels.view.mine.get(id));
  const waits = role !== null && (row?.state === "drawing" || fall === "falling");
  useHold(waits, desk.balance);
  const isShown = fall === "shown" && role !== null && id !== null && duels.view.live.has(id);
  const session = useSeatedSession(isShown ? ownEnd(row, role) : null, row?.currency ?? currency, (stake, payout) => {
    if (desk.sound.on && payout > stake) play({ name: "win" });
  });
  const show = async (asked: Promise<string | null>) => {
    const go = onward();
    const made = await asked;
    if (made) go(href(`/games/coinflip/duels/${made.replace("duels-", "")}`));
  };
  const join = (of: string) => void show(duels.stake(`join-${of}`, joinDuel, { currency }, { id: of }));
  const open = (stake: Micros, side: Side, house: boolean) =>
    void show(duels.stake("duels-open", openDuel, { stake: formatAmount(stake), side, house, currency }));
  const openRows = openIn(duels.view, currency);
  const unseen = new Set(fall === "shown" || id === null ? [] : [id]);
  const endedRows = endedIn(duels.view, currency, unseen);
  return (
    <div className="game g-coinflip" ref={desk.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <OpenPanel desk={desk} busy={duels.busy} connected={duels.connected} onOpen={open} />
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
        <StageSeal of="c01nf1a9e26d4b75" />
        {id === null ? (
          <OpenList rows={openRows} mine={duels.view.mine} {...{ table, busy: duels.busy, onJoin: join }} />
        ) : row ? (
          <DuelStage
            {...{ row, fall, role, language, busy: duels.busy }}
            signedIn={playerId !== null}
            canJoin={duels.connected && row.currency === currency}
            onJoin={() => join(row.id)}
            onWithdraw={() => void duels.withdraw(withdrawDuel, row.id)}
          />
        ) : (
          <p className="feed-none f1">{t(row === null ? "missing" : "reading")}</p>
        )}
        <DuelBar row={row} />
      </section>
      <SeatedColumn desk={desk} title={t("ended")} count={endedRows.length} session={session} waits={waits}>
        <EndedRows rows={endedRows} table={table} />
      </SeatedColumn>
      {desk.rules.on && <DuelsRules desk={desk} />}
    </div>
  );
}

/** What the reader is in a duel: as the house says, or as the page has just made it. */
function roleIn(row: (DuelRow & { mine?: Role }) | null | undefined, seat: number | undefined): Role {
  if (seat !== undefined) return seat === 1 ? "opener" : "joiner";
  return row?.mine ?? null;
}

/** How a duel of the reader's own ended for him. */
function ownEnd(row: DuelRow | null | undefined, role: Role) {
  if (!row?.result) return null;
  return { id: row.id, stake: row.stake, payout: row.result.winner === role ? row.result.payout : "0" };
}

interface OpenPanelProps {
  readonly desk: GameDesk;
  readonly busy: boolean;
  readonly connected: boolean;
  onOpen(stake: Micros, side: Side, house: boolean): void;
}

/** Side, stake, and whether the house may join: what a duel is opened with. */
function OpenPanel({ desk, busy, connected, onOpen }: OpenPanelProps) {
  const { t } = useTranslation(...texts);
  const { table, info, stake } = desk;
  const { currency, language } = table;
  const [side, setSide] = useState<Side>("heads");
  const [house, setHouse] = useState(true);
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  const action = t("open", { stake: stake === null ? "" : money(stake) });
  const ready = table.playerId !== null && connected && !busy && stake !== null;
  const key = useSteadyKey("open");
  const open = () => {
    if (ready) key.press(() => onOpen(stake, side, house));
  };
  const keys: readonly Hotkey[] = [
    { code: "Space", text: action, run: open },
    { code: "KeyH", text: t("sides.heads"), run: () => setSide("heads") },
    { code: "KeyT", text: t("sides.tails"), run: () => setSide("tails") },
    {
      code: "KeyA",
      text: t("bets:hotkeys.halve"),
      run: () => stake !== null && desk.typeStake(stakeText(halveStake(stake, info.limits))),
    },
    {
      code: "KeyD",
      text: t("bets:hotkeys.double"),
      run: () => stake !== null && desk.typeStake(stakeText(doubleStake(stake, info.limits))),
    },
  ];
  return (
    <section className="panel" aria-label={t("panel")}>
      <h2 className="d duels-h">{t("open_title")}</h2>
      <StakeField
        value={desk.stakeTyped}
        onChange={value => {
          desk.typeStake(value);
          desk.refusal.clear();
        }}
        limits={info.limits}
        currency={currency}
        language={language}
        balance={table.balance}
        error={desk.refusal.refusal ?? undefined}
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
      <BetBar stake={<BarStake value={desk.stakeTyped} onChange={desk.typeStake} limits={info.limits} />}>
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
            aria-disabled={!key.steady}
            onClick={open}
          >
            {action}
          </Button>
        )}
      </BetBar>
      {table.playerId === null && <NoDemoNote to="/games/coinflip" />}
      <div className="kv">
        <span>{t("winner_gets")}</span>
        <b>{stake === null ? "–" : money(winnerGets(stake))}</b>
      </div>
      <div className="kv">
        <span>{t("fee")}</span>
        <b>{`${100 - duelsConfiguration.payout_percent}%`}</b>
      </div>
      <p className="mut sm">{t("how")}</p>
      <DeskFoot desk={desk} hotkeys={keys} />
    </section>
  );
}

interface OpenListProps {
  readonly rows: readonly DuelRow[];
  readonly mine: ReadonlyMap<string, number>;
  readonly table: Table;
  readonly busy: boolean;
  onJoin(id: string): void;
}

const rowsShown = 50;

function OpenList({ rows, mine, table, busy, onJoin }: OpenListProps) {
  const { t } = useTranslation("duels");
  const href = useHref();
  const { language, playerId } = table;
  if (rows.length === 0) return <EmptyStage of="c01nf1a9e26d4b75">{t("none_open")}</EmptyStage>;
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

function EndedRows({ rows, table }: { rows: readonly DuelRow[]; table: Table }) {
  const { t } = useTranslation("duels");
  const href = useHref();
  const { language } = table;
  if (rows.length === 0) return <p className="feed-none">{t("none_ended")}</p>;
  return (
    <ul className="scroll duels-ended">
      {rows.map(row => (
        <li key={row.id}>
          <Link to={href(`/verify/${row.id}`)}>
            <Winner row={row} />
            <span className="mut sm">{row.result && t(`sides.${row.result.side}`)}</span>
            <b className="num">{amount(row.result?.payout ?? "0", row.currency, language)}</b>
            <span className="sr">{t("check", { round: row.round })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Winner({ row }: { row: DuelRow }) {
  const { t } = useTranslation("duels");
  const person = row.result?.winner === "opener" ? row.opener : row.joiner?.player;
  if (!person) return <b>{t("house")}</b>;
  return <Who player={person.face} mine={false} test={person.test} />;
}
