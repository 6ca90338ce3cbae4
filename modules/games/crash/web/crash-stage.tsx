import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { decimalMark, showCount, showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount } from "#modules/bets/web/live-bets.tsx";
import { timeOf } from "../shared/climb.ts";
import { type CrashView, hundredths, pinsOf } from "./crash-view.ts";
import { openScene, type SceneFrame } from "./scene.ts";
import { elapsedOf, useClimb, useCountdown } from "./use-flight.ts";

interface CrashStageProps {
  readonly view: CrashView;
  readonly own: ReadonlySet<string>;
  readonly connected: boolean;
  readonly language: Language;
  readonly demo: boolean;
  readonly seedBar: ReactNode;
}

/** The stage: a climbing number, the curve under it, and the state in words for screen readers. */
export function CrashStage(props: CrashStageProps) {
  const { view, language } = props;
  const { t } = useTranslation("crash");
  return (
    <section className="stage crash-stage" aria-label={t("stage")}>
      <div className="stage-head">
        <h1>{t("title")}</h1>
        {view.round !== null && (
          <span className="tag tinted only-desktop">{t("round", { round: showCount(view.round, language) })}</span>
        )}
        {props.demo && <span className="tag brass">{t("demo")}</span>}
        <span className="grow" />
        <PastRounds view={view} language={language} />
      </div>
      <Headline {...props} />
      <Picture {...props} />
      <div className="grow" />
      {props.seedBar}
      <Spoken view={view} language={language} />
    </section>
  );
}

function Headline({ view, connected, language }: CrashStageProps) {
  const { t } = useTranslation("crash", "bets");
  const climb = useClimb(view, connected);
  const countdown = useCountdown(view.state === "betting" ? view.bettingEndsAtMs : null);
  const seconds = showTenths(countdown, language);
  if (!connected)
    return (
      <Words variant="quiet" number={showMultiplier(formatHundredths(climb), language)} line={t("lost_connection")} />
    );
  switch (view.state) {
    case "betting":
      return (
        <Words variant="soft" number={seconds} line={t("place_bets")}>
          <div className="crash-bar" aria-hidden="true">
            <i style={{ transform: `scaleX(${Math.min(1, countdown / 50)})` }} />
          </div>
        </Words>
      );
    case "locked":
      return <Words variant="soft" number={showMultiplier("1.00", language)} line={t("locked")} />;
    case "flying":
      return (
        <Words variant="" number={showMultiplier(formatHundredths(climb), language)}>
          {t("flying_for")} <FlightSeconds climb={climb} language={language} />
        </Words>
      );
    case "crashed":
    case "settled":
      return (
        <Words
          variant="quiet"
          number={showMultiplier(formatHundredths(view.point ?? 100), language)}
          line={t("crashed")}
        />
      );
    case "voided":
      return (
        <Words
          variant="quiet"
          number={showMultiplier(formatHundredths(view.point ?? 100), language)}
          line={t("voided")}
        />
      );
    default:
      return (
        <Words
          variant="soft"
          number={showMultiplier("1.00", language)}
          line={t(view.snapshots === 0 ? "bets:connecting" : "no_round")}
        />
      );
  }
}

function Words(props: { variant: string; number: string; line?: string; children?: ReactNode }) {
  return (
    <div className={`crash-head ${props.variant}`}>
      <div className="n" aria-hidden="true">
        {props.number}
      </div>
      <div className="p">
        {props.line}
        {props.children}
      </div>
    </div>
  );
}

function FlightSeconds({ climb, language }: { climb: number; language: Language }) {
  const { t } = useTranslation("crash");
  const tenths = Math.floor(timeOf(climb) / 100);
  return <b className="num">{t("seconds", { seconds: showTenths(tenths, language) })}</b>;
}

function showTenths(tenths: number, language: Language): string {
  return showDecimal(`${Math.floor(tenths / 10)}.${tenths % 10}`, language);
}

function PastRounds({ view, language }: { view: CrashView; language: Language }) {
  const { t } = useTranslation("crash");
  const href = useHref();
  return (
    <div className="bet-history">
      {view.history.slice(0, 7).map(past => {
        const point = hundredths(past.point);
        const text = showMultiplier(past.point, language);
        return (
          <Link
            key={past.id}
            to={href(`/verify/${past.id}`)}
            className={past.status === "voided" ? "void" : point >= 1000 ? "brass" : point >= 300 ? "high" : undefined}
            aria-label={t(past.status === "voided" ? "check_voided" : "check_round", {
              round: past.round,
              point: text,
            })}
          >
            {text}
          </Link>
        );
      })}
    </div>
  );
}

/** With reduced motion the curve grows in steps of this many milliseconds; the multiplier beside it does not. */
const calmFrameMs = 100;

/** The canvas. React renders it once; the animation clock draws the flight. */
function Picture({ view, own, connected, language }: CrashStageProps) {
  const { t } = useTranslation("crash");
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ view, own, connected, language, crashedAt: 0 });
  const crashedAt = view.point === null ? 0 : latest.current.crashedAt || performance.now();
  latest.current = { view, own, connected, language, crashedAt };
  useEffect(() => {
    const element = canvas.current;
    const scene = element && openScene(element);
    if (!scene) return;
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    let request = 0;
    let drawn = "";
    let drawnAt = 0;
    const frame = (at: number) => {
      request = requestAnimationFrame(frame);
      if (reducedMotion && at - drawnAt < calmFrameMs) return;
      drawnAt = at;
      const { view: now, connected: isConnected } = latest.current;
      const still = stillKey(now, latest.current.crashedAt, isConnected);
      if (still !== null && still === drawn) return;
      drawn = still ?? "";
      scene.draw(frameOf(latest.current, reducedMotion));
    };
    const watcher = new ResizeObserver(() => {
      scene.resize();
      drawn = "";
    });
    watcher.observe(element);
    void document.fonts.ready.then(() => {
      drawn = "";
    });
    request = requestAnimationFrame(frame);
    return () => {
      cancelAnimationFrame(request);
      watcher.disconnect();
    };
  }, []);
  return <canvas ref={canvas} className="crash-canvas" role="img" aria-label={t("picture")} />;
}

/** A key for a static picture, so that it is drawn once; null while something moves. */
function stillKey(view: CrashView, crashedAt: number, connected: boolean): string | null {
  if (view.state === "flying") return connected ? null : `${view.round}:lost`;
  if (view.point !== null) return performance.now() - crashedAt < 800 ? null : `${view.round}:crashed`;
  return "waiting";
}

interface PictureState {
  readonly view: CrashView;
  readonly own: ReadonlySet<string>;
  readonly language: Language;
  readonly crashedAt: number;
}

function frameOf({ view, own, language, crashedAt }: PictureState, reducedMotion: boolean): SceneFrame {
  const over = view.point !== null && view.state !== "betting";
  const elapsedMs = over ? timeOf(view.point ?? 100) : elapsedOf(view);
  const state = over ? "crashed" : view.state === "flying" ? "flying" : "waiting";
  const top = over ? (view.point ?? 100) : 100 * Math.exp(0.00006 * elapsedMs);
  const pins = state === "waiting" ? [] : pinsOf(view, own, top);
  return {
    state,
    elapsedMs,
    sinceCrashMs: performance.now() - crashedAt,
    reducedMotion,
    decimalMark: decimalMark(language),
    pins: pins.map(row => ({
      multiplier: hundredths(row.cashed_out_at ?? "1") / 100,
      name: `${row.player?.name ?? "•••"}, ${showMultiplier(row.cashed_out_at ?? "1", language)}`,
      gain: `+${amount(row.payout ?? "0", row.currency, language)}`,
    })),
  };
}

/** The text equivalent of the scene: one message per state, and at most one a second. */
function Spoken({ view, language }: { view: CrashView; language: Language }) {
  const { t } = useTranslation("crash");
  const won = view.mine.find(bet => bet.status === "settled" && bet.payout !== "0");
  const point = view.point === null ? "" : showMultiplier(formatHundredths(view.point), language);
  const text =
    won && view.state === "flying"
      ? t("spoken.cashed", { paid: amount(won.payout, won.currency, language) })
      : view.state === "flying"
        ? t("spoken.flying")
        : view.state === "betting"
          ? t("spoken.betting")
          : view.point !== null
            ? t("spoken.crashed", { point })
            : "";
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  );
}
