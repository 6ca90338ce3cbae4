import { lazy, Suspense, use, useCallback, useEffect, useState } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { localePath } from "#kit/i18n/locale.ts";
import { track } from "#kit/web/analytics.ts";
import { useCloseModal } from "#kit/web/close-modal.ts";
import { useLocale } from "#kit/web/lang.ts";
import { backOf, type ModalName, modalOf, pressedModal, withModal } from "#kit/web/modal-link.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { preloadable } from "#kit/web/preloadable.tsx";
import { TextContext, type TextStore } from "#kit/web/texts.tsx";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { forgetEntry, sinceEntry } from "#modules/accounts/web/entry.ts";
import { LastLogin } from "#modules/accounts/web/last-login.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { forgetTypedCode, typedCode } from "#modules/accounts/web/typed-code.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { depositPromptClosed, rememberPromptClosed } from "#modules/payments/web/deposit-prompt.ts";
import type { Paid } from "#modules/payments/web/success-modal.tsx";
import { isGame, lastGame, noteGame } from "./last-game.ts";

const AuthModal = preloadable(async () => ({ default: (await import("./sign-in.tsx")).AuthModal }));
const ConfirmPhoneModal = lazy(() => import("#modules/accounts/web/confirm-phone-modal.tsx"));
const ExchangeModal = preloadable(() => import("#modules/exchange/web/exchange-modal.tsx"));
const OtherSignInMethods = preloadable(async () => ({ default: (await import("./sign-in.tsx")).OtherSignInMethods }));
const PayInModal = preloadable(() => import("#modules/payments/web/pay-in-modal.tsx"));
const CoinDeposit = lazy(() => import("#modules/crypto/web/coin-deposit.tsx"));
const PayOutModal = preloadable(() => import("#modules/payments/web/pay-out-modal.tsx"));
const SecondStep = lazy(() => import("#modules/factors/web/second-step.tsx"));
const VaultModal = preloadable(() => import("#modules/vault/web/vault-modal.tsx"));
const DepositCode = lazy(() => import("#modules/bonuses/web/deposit-code.tsx"));
const RegistrationCode = lazy(() => import("#modules/bonuses/web/registration-code.tsx"));
const SuccessModal = lazy(() => import("#modules/payments/web/success-modal.tsx"));

const addressedQuery = () => window.location.search;

type Load = (texts: TextStore) => Promise<unknown>;

/** What has been loaded, also before it was asked for, in the language of the page. */
const loaded = new WeakMap<TextStore, Set<Load>>();

/** Remembers what has been loaded: it opens in the frame of the press. */
function noting(load: Load): Load {
  const noted: Load = async texts => {
    await load(texts);
    loaded.set(texts, (loaded.get(texts) ?? new Set()).add(noted));
  };
  return noted;
}

/** Ends when all have ended: a failure of one that came later would count as one that somebody waits for. */
async function all(works: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

const loadAuth = noting(texts =>
  all([AuthModal.load(), OtherSignInMethods.load(), ...["accounts", "social", "factors"].map(texts.load)]),
);
const loadPayments = (modal: typeof PayInModal | typeof PayOutModal): Load =>
  noting(texts => all([modal.load(), texts.load("payments")]));

/**
 * Loads what a modal shows first. One that had to wait for anything after it began to open would appear 300 ms later: React delays
 * what replaces a fallback by that.
 */
export const loadModal: Readonly<Record<ModalName, Load>> = {
  login: loadAuth,
  signup: loadAuth,
  deposit: loadPayments(PayInModal),
  withdraw: loadPayments(PayOutModal),
  exchange: noting(texts => all([ExchangeModal.load(), texts.load("exchange")])),
  vault: noting(texts => all([VaultModal.load(), texts.load("vault")])),
};

/** Where a player without bets is sent after the first deposit: the simplest game. */
const firstGame = "/games/dice";

/** After this long a player with an empty balance is shown the deposit dialog, unless a dialog is open. */
const promptAfterMs = 17_000;

/** The modals that the address names. Going back closes them; success and closing remove them from the address. */
export default function Modals() {
  const location = useLocation();
  const navigate = useNavigate();
  const { close, drop } = useCloseModal(addressedQuery);
  const locale = useLocale();
  const status = useSession(state => state.status);
  const currency = useSession(state => state.user?.currency);
  const fetchUser = useFetchUser();
  const pressed = usePressed();
  const named = modalOf(location.search) ?? pressed;
  const asked = useLoaded(named) ? named : null;
  const [paid, setPaid] = useState<Paid | null>(null);
  const [toConfirm, setToConfirm] = useState<string | null>(null);
  const open = useCallback(
    (modal: ModalName) => void navigate(withModal(location, modal), { replace: true, preventScrollReset: true }),
    [navigate, location],
  );
  useEffect(() => noteGame(location.pathname), [location.pathname]);
  usePrompt(named === null && paid === null && toConfirm === null, () => open("deposit"));

  const back = backOf(location.search);
  const leave = useCallback(
    () => (back === null ? drop() : void navigate(back, { replace: true })),
    [back, drop, navigate],
  );
  const welcome = (user: ProfileUser | null) => {
    // A code was just sent to this number.
    if (user?.register_method === "phone" && !user.is_phone_verified) setToConfirm(user.phone);
    // For a player the sign-in dialog closes automatically (Elsewhere); closing it here as well would close a modal opened since.
    if (user === null && !isMoney(named)) leave();
  };
  const credited = (payment: Paid) => {
    setPaid(payment);
    const { id, amount, currency: paidIn } = payment;
    track("depositSucceeded", { id, amount, currency: paidIn });
    close();
    void fetchUser();
  };
  const playAt = (path: string) => {
    setPaid(null);
    if (!isGame(location.pathname)) void navigate(path);
  };
  const dialog = asked === "login" ? "login" : "signup";
  return (
    <>
      <LastLogin />
      {status === "player" && <TypedCode />}
      {toConfirm && status === "player" && <ConfirmPhoneModal phone={toConfirm} onClose={() => setToConfirm(null)} />}
      {paid && (
        <SuccessModal
          paid={paid}
          inGame={isGame(location.pathname) || lastGame() !== null}
          onClose={() => setPaid(null)}
          onPlay={() => playAt(lastGame() ?? localePath(locale, firstGame))}
          onGames={() => playAt(localePath(locale, "/games"))}
        />
      )}
      {asked && status === "guest" && (
        <AuthModal
          tab={dialog}
          onTab={open}
          onClose={close}
          onDone={welcome}
          others={<OtherSignInMethods tab={dialog} />}
          secondStep={SecondStep}
        />
      )}
      {asked === "deposit" && status === "player" && !paid && (
        <PayInModal
          key={currency}
          coinPane={CoinDeposit}
          codeField={DepositCode}
          onPaid={credited}
          onClose={() => {
            rememberPromptClosed();
            close();
          }}
        />
      )}
      {asked === "withdraw" && status === "player" && (
        <PayOutModal key={currency} onClose={close} onDeposit={() => open("deposit")} />
      )}
      {asked === "exchange" && status === "player" && <ExchangeModal onClose={close} />}
      {asked === "vault" && status === "player" && <VaultModal onClose={close} />}
      {named && !isMoney(named) && status === "player" && <Elsewhere close={leave} />}
    </>
  );
}

/** The promo code that was typed with the registration of this visit. */
function TypedCode() {
  const [code, setCode] = useState(typedCode);
  const done = useCallback(() => {
    forgetTypedCode();
    setCode(null);
  }, []);
  return (
    code !== null && (
      <Suspense>
        <RegistrationCode code={code} onDone={done} />
      </Suspense>
    )
  );
}

const isLoaded = (texts: TextStore, modal: ModalName): boolean => loaded.get(texts)?.has(loadModal[modal]) ?? false;

/** Whether all that a modal shows first is there; also when it could not be loaded, so that opening it reports that. */
function useLoaded(modal: ModalName | null): boolean {
  const texts = use(TextContext);
  const [ended, setEnded] = useState<ReadonlySet<Load>>(new Set());
  useEffect(() => {
    if (modal === null || isLoaded(texts, modal)) return;
    const load = loadModal[modal];
    const add = () => setEnded(before => new Set(before).add(load));
    void load(texts).then(add, add);
  }, [modal, texts]);
  return modal !== null && (ended.has(loadModal[modal]) || isLoaded(texts, modal));
}

/**
 * The modal of the link that was just pressed, while the address does not name it yet: the router renders the page again before it
 * does, and what is loaded need not wait for that.
 */
function usePressed(): ModalName | null {
  const location = useLocation();
  const texts = use(TextContext);
  const [pressed, setPressed] = useState<{ readonly modal: ModalName; readonly on: Location } | null>(null);
  useEffect(() => {
    const note = (event: MouseEvent) => {
      const modal = pressedModal(event, { origin: window.location.origin, pathname: location.pathname });
      if (modal !== null && isLoaded(texts, modal)) setPressed({ modal, on: location });
    };
    window.addEventListener("click", note);
    return () => window.removeEventListener("click", note);
  }, [location, texts]);
  return pressed?.on === location ? pressed.modal : null;
}

/** Modals of a player; the others are for signing in. */
function isMoney(modal: ModalName | null): boolean {
  return modal !== null && modal !== "login" && modal !== "signup";
}

/** A player needs no sign-in dialog: it is removed from the address. */
function Elsewhere({ close }: { close: () => void }) {
  useEffect(close, [close]);
  return null;
}

/**
 * Opens the deposit once, 17 s after a sign-in with an empty balance and a currency, if nothing else is open; also if
 * the page was reloaded in between, because the sign-in redirected to the main host or to another language.
 */
function usePrompt(free: boolean, open: () => void): void {
  const user = useSession(state => state.user);
  const isPlayer = user !== null;
  const [due, setDue] = useState(false);
  useEffect(() => {
    const passed = isPlayer ? sinceEntry(Date.now()) : null;
    if (passed === null) return;
    const timer = setTimeout(
      () => {
        forgetEntry();
        setDue(true);
      },
      Math.max(0, promptAfterMs - passed),
    );
    return () => clearTimeout(timer);
  }, [isPlayer]);
  useEffect(() => {
    if (!due) return;
    setDue(false);
    const empty =
      user !== null && user.blocked_until === null && user.currency !== null && !/[1-9]/.test(user.total_balance);
    if (empty && free && !isDialogOpen() && !depositPromptClosed()) open();
  }, [due, free, user, open]);
}
