import "#modules/bets/web/bets.css";
import "./duels.css";
import { useState } from "react";
import { data, Link, type LoaderFunctionArgs, useParams } from "react-router";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useChannel } from "#kit/web/use-api.ts";
import { BarStake, BetBar } from "#modules/bets/web/bet-bar.tsx";
import { GameFoot } from "#modules/bets/web/game-foot.tsx";
import type { Hotkey } from "#modules/bets/web/hotkeys.ts";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import { play } from "#modules/bets/web/sound.ts";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { doubleStake, halveStake, stakeText } from "#modules/bets/web/stake.ts";
import { StakeField } from "#modules/bets/web/stake-field.tsx";
import { type GameSession, useGameSession } from "#modules/bets/web/use-game-session.ts";
import { useHold } from "#modules/bets/web/use-held-balance.ts";
import { type PlayerContext, usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useReducedMotion } from "#modules/bets/web/use-reduced-motion.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { EmptyStage } from "#modules/engines/multiplayer/web/empty-stage.tsx";
import { MultiplayerColumn } from "#modules/engines/multiplayer/web/multiplayer-column.tsx";
import { endedIn, openIn } from "#modules/engines/multiplayer/web/multiplayer-view.ts";
import { NoDemoNote } from "#modules/engines/multiplayer/web/no-demo-note.tsx";
import {
  useMultiplayer,
  useMultiplayerRound,
  useMultiplayerSession,
} from "#modules/engines/multiplayer/web/use-multiplayer.ts";
import { useOnward } from "#modules/engines/multiplayer/web/use-onward.ts";
import { type DuelRow, duelsChannel, getDuel, getDuels, joinDuel, openDuel, withdrawDuel } from "../shared/contract.ts";
import { duelLimits } from "../shared/limits.ts";
import { duelsRules, houseAfterMs, type Side, sideShown, sides, winnerGets } from "../shared/rules.ts";
import { DuelBar, DuelStage, type Role } from "./duel-stage.tsx";
import { DuelsRules } from "./duels-rules.tsx";
import { useFall } from "./use-fall.ts";

const texts = ["duels", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** A duel has a number; anything else in the URL is not found. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  if (params.id !== undefined && !/^(duels-)?[1-9][0-9]{0,14}$/.test(params.id))
    throw data({ path: new URL(request.url).pathname }, 404);
  return null;
}

/** Coin duels: the open ones to join, or the one in the URL. Each currency has its own. */
export default function DuelsPage() {
  return <DuelsOf key={usePlayerContextKey()} />;
}

function DuelsOf() {
  const { t } = useTranslation(...texts);
  const { id: named } = useParams();
  const id = named === undefined ? null : named.startsWith("duels-") ? named : `duels-${named}`;
  const gameSession = useGameSession("duels", getDuels, duelLimits);
  const { playerContext } = gameSession;
  const { currency, language, playerId } = playerContext;
  const onward = useOnward();
  const href = useHref();
  const duels = useMultiplayer<DuelRow>(gameSession);
  useChannel(duelsChannel, { snapshot: duels.snapshot, event: (_name, data) => duels.rows(data.rows) });
  const row = useMultiplayerRound<DuelRow & { mine?: Role }>(getDuel, id, duels.view);
  const fall = useFall(row, id !== null && duels.view.live.has(id), useReducedMotion());
  const role = roleIn(row, id === null ? undefined : duels.view.mine.get(id));
  const waits = role !== null && (row?.state === "drawing" || fall === "falling");
  useHold(waits, gameSession.balance);
  const isShown = fall === "shown" && role !== null && id !== null && duels.view.live.has(id);
  const session = useMultiplayerSession(
    isShown ? ownEnd(row, role) : null,
    row?.currency ?? currency,
    (stake, payout) => {
      if (gameSession.sound.on && payout > stake) play({ name: "win" });
    },
  );
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
    <div className="game g-coinflip" ref={gameSession.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <OpenPanel gameSession={gameSession} busy={duels.busy} connected={duels.connected} onOpen={open} />
      <section className="stage duels-stage" aria-label={t("stage")}>
        <div className="stage-head">
          <h1>{t("title")}</h1>
          {row?.beacon?.test && <span className="tag brass">{t("test_beacon")}</span>}
          {!duels.connected && <span className="tag live">{t("lost_connection")}</span>}
          <span className="grow" />
          <Link className="duels-all" to={href(id === null ? "/games/coinflip" : "/games/coinflip/duels")}>
            {t(id === null ? "against_house" : "all")}
          </Link>
        </div>
        <StageSeal of="c01nf1a9e26d4b75" />
        {id === null ? (
          <OpenList
            rows={openRows}
            mine={duels.view.mine}
            playerContext={playerContext}
            busy={duels.busy}
            onJoin={join}
          />
        ) : row ? (
          <DuelStage
            row={row}
            fall={fall}
            role={role}
            language={language}
            busy={duels.busy}
            signedIn={playerId !== null}
            canJoin={duels.connected && row.currency === currency}
            onJoin={() => join(row.id)}
            onWithdraw={() => void duels.withdraw(withdrawDuel, row.id)}
          />
        ) : (
          <p className="feed-none grow">{t(row === null ? "missing" : "reading")}</p>
        )}
        <DuelBar row={row} />
      </section>
      <MultiplayerColumn
        gameSession={gameSession}
        title={t("ended")}
        count={endedRows.length}
        session={session}
        waits={waits}
      >
        <EndedRows rows={endedRows} playerContext={playerContext} />
      </MultiplayerColumn>
      {gameSession.rules.on && <DuelsRules gameSession={gameSession} />}
    </div>
  );
}

/** The viewer's seat in a duel: from the server, or as just placed by the page. */
function roleIn(row: (DuelRow & { mine?: Role }) | null | undefined, seat: number | undefined): Role {
  if (seat !== undefined) return seat === 1 ? "opener" : "joiner";
  return row?.mine ?? null;
}

/** The result of the viewer's own duel. */
function ownEnd(row: DuelRow | null | undefined, role: Role) {
  if (!row?.result) return null;
  return { id: row.id, stake: row.stake, payout: row.result.winner === role ? row.result.payout : "0" };
}

interface OpenPanelProps {
  readonly gameSession: GameSession;
  readonly busy: boolean;
  readonly connected: boolean;
  onOpen(stake: Micros, side: Side, house: boolean): void;
}

/** The settings of a new duel: side, stake, and whether the casino may join. */
function OpenPanel({ gameSession, busy, connected, onOpen }: OpenPanelProps) {
  const { t } = useTranslation(...texts);
  const { playerContext, info, stake } = gameSession;
  const { currency, language } = playerContext;
  const [side, setSide] = useState<Side>("heads");
  const [house, setHouse] = useState(true);
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  const action = t("open", { stake: stake === null ? "" : money(stake) });
  const ready = playerContext.playerId !== null && connected && !busy && stake !== null;
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
      run: () => stake !== null && gameSession.typeStake(stakeText(halveStake(stake, info.limits))),
    },
    {
      code: "KeyD",
      text: t("bets:hotkeys.double"),
      run: () => stake !== null && gameSession.typeStake(stakeText(doubleStake(stake, info.limits))),
    },
  ];
  return (
    <section className="panel" aria-label={t("panel")}>
      <h2 className="display duels-head">{t("open_title")}</h2>
      <StakeField
        value={gameSession.stakeTyped}
        onChange={value => {
          gameSession.typeStake(value);
          gameSession.refusal.clear();
        }}
        limits={info.limits}
        currency={currency}
        language={language}
        balance={playerContext.balance}
        error={gameSession.refusal.refusal ?? undefined}
      />
      <div>
        <div className="field-label">{t("your_side")}</div>
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
      <BetBar stake={<BarStake value={gameSession.stakeTyped} onChange={gameSession.typeStake} limits={info.limits} />}>
        {playerContext.playerId === null ? (
          <Link className="btn primary l full-width" to="?signup">
            {t("sign_up")}
          </Link>
        ) : (
          <Button
            variant="primary"
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
      {playerContext.playerId === null && <NoDemoNote to="/games/coinflip" />}
      <div className="key-value">
        <span>{t("winner_gets")}</span>
        <b>{stake === null ? "–" : money(winnerGets(duelsRules.current, stake))}</b>
      </div>
      <div className="key-value">
        <span>{t("fee")}</span>
        <b>{`${100 - duelsRules.current.payout_percent}%`}</b>
      </div>
      <p className="muted sm">{t("how")}</p>
      <GameFoot gameSession={gameSession} hotkeys={keys} />
    </section>
  );
}

interface OpenListProps {
  readonly rows: readonly DuelRow[];
  readonly mine: ReadonlyMap<string, number>;
  readonly playerContext: PlayerContext;
  readonly busy: boolean;
  onJoin(id: string): void;
}

const rowsShown = 50;

function OpenList({ rows, mine, playerContext, busy, onJoin }: OpenListProps) {
  const { t } = useTranslation("duels");
  const href = useHref();
  const { language, playerId } = playerContext;
  if (rows.length === 0) return <EmptyStage of="c01nf1a9e26d4b75">{t("none_open")}</EmptyStage>;
  return (
    <ul className="duels-open">
      {rows.slice(0, rowsShown).map(row => (
        <li key={row.id}>
          <Who player={row.opener.face} mine={mine.has(row.id)} test={row.opener.test} />
          <span className="muted sm">{t("takes", { side: t(`sides.${sideShown(row.side, false)}`) })}</span>
          <b className="num">{amount(row.stake, row.currency, language)}</b>
          {mine.has(row.id) || playerId === null ? (
            <Link className="btn outline s" to={href(`/games/coinflip/duels/${row.round}`)}>
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

function EndedRows({ rows, playerContext }: { rows: readonly DuelRow[]; playerContext: PlayerContext }) {
  const { t } = useTranslation("duels");
  const href = useHref();
  const { language } = playerContext;
  if (rows.length === 0) return <p className="feed-none">{t("none_ended")}</p>;
  return (
    <ul className="scroll duels-ended">
      {rows.map(row => (
        <li key={row.id}>
          <Link to={href(`/verify/${row.id}`)}>
            <Winner row={row} />
            <span className="muted sm">{row.result && t(`sides.${row.result.side}`)}</span>
            <b className="num">{amount(row.result?.payout ?? "0", row.currency, language)}</b>
            <span className="sr-only">{t("check", { round: row.round })}</span>
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
