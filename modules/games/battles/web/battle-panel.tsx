import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Micros } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { BarSum, BetBar } from "#modules/bets/web/bet-bar.tsx";
import { GameFoot } from "#modules/bets/web/game-foot.tsx";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { useSteadyKey } from "#modules/bets/web/use-steady-key.ts";
import { NoDemoNote } from "#modules/engines/multiplayer/web/no-demo-note.tsx";
import { priceOf } from "#modules/games/cases/shared/rules.ts";
import { CaseArt } from "#modules/games/cases/web/prize-card.tsx";
import {
  battlesRules,
  fewestSeats,
  mostCases,
  mostSeats,
  openForMs,
  rtpPercentOf,
  seatPrice,
} from "../shared/rules.ts";

const { current: rules } = battlesRules;

const seatCounts = Array.from({ length: mostSeats - fewestSeats + 1 }, (_, index) => String(index + fewestSeats));

interface BattlePanelProps {
  readonly gameSession: GameSession;
  readonly busy: boolean;
  readonly connected: boolean;
  onOpen(slugs: readonly string[], seats: number, stake: Micros): void;
}

/** The settings of a new battle: cases, how many of each, and number of players. */
export function BattlePanel({ gameSession, busy, connected, onOpen }: BattlePanelProps) {
  const { t } = useTranslation("battles", "cases", "bets");
  const { currency, language, playerId } = gameSession.playerContext;
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({ orchard: 1 });
  const [seats, setSeats] = useState("2");
  const slugs = rules.cases.cases.flatMap(({ slug }) => Array.from({ length: counts[slug] ?? 0 }, () => slug));
  const stake = seatPrice(rules, slugs, currency);
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  const action = slugs.length === 0 ? t("choose") : t("open", { stake: money(stake) });
  const ready = playerId !== null && connected && !busy && slugs.length > 0;
  const key = useSteadyKey("open");
  const open = () => {
    if (ready) key.press(() => onOpen(slugs, Number(seats), stake));
  };
  const change = (slug: string, by: number) => {
    gameSession.refusal.clear();
    setCounts(before => ({ ...before, [slug]: Math.max(0, (before[slug] ?? 0) + by) }));
  };
  return (
    <section className="panel" aria-label={t("panel")}>
      <div className="row spread">
        <h2 className="display battle-head">{t("open_title")}</h2>
        <span className="muted sm num">{t("chosen", { count: slugs.length, most: mostCases })}</span>
      </div>
      <ul className="case-picks" aria-label={t("which")}>
        {rules.cases.cases.map(of => {
          const { slug } = of;
          const name = t.in("cases:names", slug);
          const count = counts[slug] ?? 0;
          return (
            <li key={slug} className={count > 0 ? "on" : undefined}>
              <span className="tile g-cases">
                <CaseArt slug={slug} />
              </span>
              <span className="tile-name">
                <b>{name}</b>
                <span className="muted sm num">{money(priceOf(of, currency))}</span>
              </span>
              <button
                type="button"
                className="iconbtn s"
                aria-label={t("fewer", { name })}
                disabled={count === 0}
                onClick={() => change(slug, -1)}
              >
                <Icon of={Minus} size={16} />
              </button>
              <output className="num" aria-label={t("so_many", { name })}>
                {count}
              </output>
              <button
                type="button"
                className="iconbtn s"
                aria-label={t("more", { name })}
                disabled={slugs.length >= mostCases}
                onClick={() => change(slug, 1)}
              >
                <Icon of={Plus} size={16} />
              </button>
            </li>
          );
        })}
      </ul>
      <div>
        <div className="field-label">{t("players")}</div>
        <Tabs
          label={t("players")}
          value={seats}
          onChange={next => setSeats(next)}
          fill
          items={seatCounts.map(value => ({ value, text: value }))}
        />
      </div>
      {gameSession.refusal.refusal !== null && (
        <p className="error sm" role="alert">
          {gameSession.refusal.refusal}
        </p>
      )}
      <BetBar stake={<BarSum label={t("bets:stake")} sum={money(stake)} />}>
        {playerId === null ? (
          <Link className="btn primary l full-width" to="?signup">
            {t("sign_up")}
          </Link>
        ) : (
          <Button
            variant="primary"
            size="l"
            wide
            busy={busy}
            disabled={!connected || slugs.length === 0}
            aria-disabled={!key.steady}
            onClick={open}
          >
            {action}
          </Button>
        )}
      </BetBar>
      {playerId === null && <NoDemoNote to="/games/cases" />}
      <div className="key-value">
        <span>{t("return")}</span>
        <b>{`${rtpPercentOf(rules)}%`}</b>
      </div>
      <p className="muted sm">{t("how", { minutes: openForMs / 60_000 })}</p>
      <GameFoot
        gameSession={gameSession}
        hotkeys={[
          { code: "Space", text: action, run: open },
          ...seatCounts.map(value => ({
            code: `Digit${value}`,
            text: t("for_players", { count: value }),
            run: () => setSeats(value),
          })),
        ]}
      />
    </section>
  );
}
