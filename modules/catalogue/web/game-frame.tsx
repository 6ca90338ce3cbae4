import { type ReactNode, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { modalOf, withModal } from "#kit/web/modal-link.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { showBalance, useSession, useSessionStore } from "#modules/accounts/web/session.ts";
import { checkClosed, checkShown, setRoundOpen } from "#modules/limits/web/round-open.ts";
import { getWallets } from "#modules/wallet/shared/contract.ts";
import type { CatalogueGame } from "../shared/contract.ts";
import { type FramePort, openFramePort } from "./frame/frame-port.ts";
import { firstState, isPage, nextState, type Opened } from "./frame/frame-state.ts";
import { holdWins } from "./frame/hold-wins.ts";
import type { FrameMessage } from "./frame/messages.ts";
import { OverFrame } from "./over-frame.tsx";

export type Mode = "demo" | "play";

interface GameFrameProps {
  readonly game: CatalogueGame;
  readonly mode: Mode;
  /** What the jackpot holds, in major units; null where the game has none. */
  readonly pot: string | null;
  /** Asked for by the page, beside the frame. */
  readonly asked: Opened | null;
  onAskedTaken(): void;
  onRoundEnded(): void;
  refused(text: string): ReactNode;
}

/** Opens the game at its provider, and shows it in its frame. */
export default function GameFrame(props: GameFrameProps) {
  const { api } = useClient();
  const { lines } = useErrorTexts("catalogue");
  const [opened, setOpened] = useState<{ readonly url: string } | { readonly refused: string } | null>(null);
  const { game, mode, refused } = props;
  const { kind, slug } = game;
  useEffect(() => {
    let here = true;
    const open = async () => {
      const { openDemo, openPlay } = await import("../shared/contract.ts");
      if (mode === "demo") return api.call(openDemo, { params: { kind, slug } });
      // A table's rounds are drawn for everybody at once: no player has seeds there.
      if (kind === "slots") {
        const { prepareSeeds } = await import("#modules/providers/web/prepare-seeds.ts");
        await prepareSeeds(api, game.provider.id, slug);
      }
      return api.call(openPlay, { params: { kind, slug } });
    };
    open().then(
      ({ data }) => here && setOpened({ url: data.url }),
      error => here && setOpened({ refused: lines(error).join(" ") }),
    );
    return () => {
      here = false;
    };
  }, [api, lines, kind, slug, mode, game.provider.id]);
  if (opened === null) return <Skeleton height={320} />;
  if ("refused" in opened) return refused(opened.refused);
  return <OpenFrame {...props} url={opened.url} />;
}

/** The provider's page. It may run its scripts and keep its own data; it cannot navigate this page, and only messages of its port are accepted. */
function OpenFrame({
  game,
  mode,
  pot,
  asked,
  onAskedTaken,
  onRoundEnded,
  refused,
  url,
}: GameFrameProps & { url: string }) {
  const { t } = useTranslation("catalogue");
  const [state, dispatch] = useReducer(nextState, firstState);
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<FramePort>(null);
  const effect = useSideEffects(frame, onRoundEnded);
  const latest = useRef(effect);
  latest.current = effect;
  // The window listens before the frame loads, so that no hello is missed.
  useEffect(() => {
    const opened = openFramePort({
      page: window,
      frame: () => frame.current?.contentWindow ?? null,
      origin: new URL(url).origin,
      slug: game.slug,
      now: () => performance.now(),
      onMessage(message) {
        dispatch(message);
        latest.current(message);
      },
    });
    port.current = opened;
    if (frame.current) frame.current.src = url;
    return () => {
      opened.close();
      setRoundOpen(false);
    };
  }, [url, game.slug]);
  useEffect(() => setRoundOpen(state.isRoundOpen), [state.isRoundOpen]);
  useHeldWins(state.isRoundOpen);
  useEffect(() => {
    if (!asked) return;
    dispatch({ type: "ask", opened: asked });
    onAskedTaken();
  }, [asked, onAskedTaken]);
  const send = useCallback((message: Parameters<FramePort["send"]>[0]) => port.current?.send(message), []);
  useGreeting(send, state.isReady);
  useEffect(() => {
    if (state.isReady && pot !== null) send({ type: "pot", amount: pot });
  }, [send, state.isReady, pot]);
  // The keys of the game work at once, and again after a dialog, unless something on the page has the focus.
  useEffect(() => {
    if (state.isReady && !state.opened && document.activeElement === document.body) frame.current?.focus();
  }, [state.isReady, state.opened]);
  useDeposit(state.opened, dispatch);
  usePauses(send, state.opened !== null);
  const isGuest = useSession(session => session.status === "guest");
  const isOver = mode === "play" && isGuest;
  useEffect(() => {
    if (isOver) send({ type: "session-ended" });
  }, [isOver, send]);
  if (state.fault) return refused(t("session_over"));
  return (
    <>
      <iframe
        ref={frame}
        title={game.title}
        allow="autoplay; fullscreen"
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
      />
      {!state.isReady && state.percent > 0 && (
        <progress
          className="cat-loading"
          max={100}
          value={state.percent}
          aria-label={t("loading", { title: game.title })}
        />
      )}
      {state.waiting && (
        <p className="cat-waiting note" role="status">
          {t("after_round")}
        </p>
      )}
      {state.opened && isPage(state.opened) && (
        <OverFrame opened={state.opened} onClose={() => dispatch({ type: "shut" })} />
      )}
    </>
  );
}

/** What the page has to do for a message, besides what is shown. */
function useSideEffects(
  frame: { readonly current: HTMLIFrameElement | null },
  onRoundEnded: () => void,
): (message: FrameMessage) => void {
  const cache = useRouteCache();
  const store = useSessionStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return message => {
    if (message.type === "round" && message.state === "ended") onRoundEnded();
    if (message.type === "fullscreen") void frame.current?.requestFullscreen().catch(() => undefined);
    if (message.type === "close") void navigate(pathname.replace(/\/[^/]+\/(demo|play)$/, ""));
    if (message.type !== "balance-changed" || store.getState().status !== "player") return;
    const read = async () => {
      for (const sums of await cache.read(getWallets, {})) showBalance(store, sums);
    };
    // The player's own channel reports it as well.
    read().catch(() => undefined);
  };
}

/** During a round the bar shows what is staked, and what is won after the game has shown it. */
function useHeldWins(isRoundOpen: boolean): void {
  const store = useSessionStore();
  useEffect(() => (isRoundOpen ? holdWins(store) : undefined), [isRoundOpen, store]);
}

/** What a new frame receives about this page. */
function useGreeting(send: FramePort["send"], isReady: boolean): void {
  const language = languageOf(useLocale());
  useEffect(() => {
    if (!isReady) return;
    send({ type: "language", language });
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const sendMotion = () => send({ type: "reduced-motion", on: calm.matches });
    sendMotion();
    calm.addEventListener("change", sendMotion);
    return () => calm.removeEventListener("change", sendMotion);
  }, [send, isReady, language]);
}

/** A deposit is the modal of the address; when it closes, the game continues. */
function useDeposit(opened: Opened | null, dispatch: (action: { type: "shut" }) => void): void {
  const navigate = useNavigate();
  const location = useLocation();
  const here = useRef(location);
  here.current = location;
  const isDeposit = opened?.what === "deposit";
  const isModal = modalOf(location.search) !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isDeposit && modalOf(here.current.search) === null)
      void navigate(withModal(here.current, "deposit"), { preventScrollReset: true });
  }, [isDeposit, navigate]);
  useEffect(() => {
    if (wasOpen.current && !isModal && isDeposit) dispatch({ type: "shut" });
    wasOpen.current = isModal;
  }, [isModal, isDeposit, dispatch]);
}

/** Pauses the game while something covers it or the page is hidden. */
function usePauses(send: FramePort["send"], isCovered: boolean): void {
  const { search } = useLocation();
  const covered = isCovered || modalOf(search) !== null;
  const [checking, setChecking] = useState(false);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const [show, close] = [() => setChecking(true), () => setChecking(false)];
    const onChange = () => setHidden(document.visibilityState === "hidden");
    addEventListener(checkShown, show);
    addEventListener(checkClosed, close);
    document.addEventListener("visibilitychange", onChange);
    return () => {
      removeEventListener(checkShown, show);
      removeEventListener(checkClosed, close);
      document.removeEventListener("visibilitychange", onChange);
    };
  }, []);
  const reason = checking ? "reality-check" : covered ? "deposit" : hidden ? "hidden" : null;
  const was = useRef<typeof reason>(null);
  useEffect(() => {
    if (reason) send({ type: "pause", reason });
    else if (was.current) send({ type: "resume" });
    was.current = reason;
  }, [reason, send]);
}
