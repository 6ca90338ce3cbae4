import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import { hashEnds } from "#modules/engines/multiplayer/web/multiplayer-column.tsx";
import { CommitmentBar } from "#modules/fairness/web/commitment-bar.tsx";
import type { DuelRow } from "../shared/contract.ts";
import { duelsRules, sideShown, winnerGets } from "../shared/rules.ts";
import { Coin } from "./coin.tsx";
import type { Fall } from "./use-fall.ts";

export type Role = "opener" | "joiner" | null;

interface DuelStageProps {
  readonly row: DuelRow;
  readonly fall: Fall;
  readonly role: Role;
  readonly language: Language;
  readonly busy: boolean;
  readonly canJoin: boolean;
  readonly signedIn: boolean;
  onJoin(): void;
  onWithdraw(): void;
}

/** One duel: the two players, the coin between them, and the result. */
export function DuelStage(props: DuelStageProps) {
  const { row, fall, role, language } = props;
  const { t } = useTranslation("duels");
  // Before it lands the coin shows the opener's side: until then the winner's is not in the DOM.
  const shown = fall === "resting" ? row.side : (row.result?.side ?? row.side);
  const other = sideShown(row.side, false);
  return (
    <div className="duel">
      <div className="duel-two">
        <Party row={row} which="opener" side={t(`sides.${row.side}`)} fall={fall} mine={role === "opener"} />
        <Coin
          side={shown}
          fall={fall}
          label={fall === "shown" && row.result ? t(`sides.${row.result.side}`) : t("coin")}
        />
        <Party row={row} which="joiner" side={t(`sides.${other}`)} fall={fall} mine={role === "joiner"} />
      </div>
      <p className="duel-line" role="status">
        <Line row={row} fall={fall} role={role} language={language} />
      </p>
      <Actions {...props} />
    </div>
  );
}

function Party({
  row,
  which,
  side,
  fall,
  mine,
}: {
  row: DuelRow;
  which: "opener" | "joiner";
  side: string;
  fall: Fall;
  mine: boolean;
}) {
  const { t } = useTranslation("duels");
  const won = fall === "shown" && row.result?.winner === which;
  const person = which === "opener" ? row.opener : row.joiner?.player;
  return (
    <div className={won ? "party won" : "party"}>
      {which === "joiner" && row.joiner?.by === "house" ? (
        <b>{t("house")}</b>
      ) : person ? (
        <Who player={person.face} mine={mine} test={person.test} />
      ) : (
        <span className="faint">{t("free_seat")}</span>
      )}
      <span className="muted sm">{side}</span>
    </div>
  );
}

function Line({ row, fall, role, language }: Pick<DuelStageProps, "row" | "fall" | "role" | "language">) {
  const { t } = useTranslation("duels");
  const currency: Currency = isCurrency(row.currency) ? row.currency : "USD";
  const stake = amount(row.stake, row.currency, language);
  if (row.state === "refunded") return t.in("refunded", row.reason ?? "withdrawn", { stake });
  if (row.state === "open") return t(row.house ? "waiting_house" : "waiting", { stake });
  if (fall !== "shown" || !row.result) return t("drawing");
  const won = showMoney(parseDecimal(row.result.payout), currency, language, { brief: true, signed: true });
  if (role === row.result.winner) return <b className="duel-win">{won}</b>;
  return t("result", { side: t(`sides.${row.result.side}`), payout: won });
}

function Actions({ row, role, busy, canJoin, signedIn, language, onJoin, onWithdraw }: DuelStageProps) {
  const { t } = useTranslation("duels");
  const stake = amount(row.stake, row.currency, language);
  if (row.state !== "open") return null;
  if (role === "opener")
    return (
      <Button variant="outline" busy={busy} onClick={onWithdraw}>
        {t("withdraw", { stake })}
      </Button>
    );
  if (!signedIn)
    return (
      <Link className="btn primary" to="?signup">
        {t("sign_up")}
      </Link>
    );
  const currency: Currency = isCurrency(row.currency) ? row.currency : "USD";
  const prize = showMoney(winnerGets(duelsRules.current, parseDecimal(row.stake)), currency, language, { brief: true });
  return (
    <>
      <Button variant="primary" size="l" busy={busy} disabled={!canJoin} onClick={onJoin}>
        {t("join", { stake })}
      </Button>
      <span className="muted sm">{t("prize", { prize })}</span>
    </>
  );
}

/** The duel's commitment, then the hash of its entries and the deciding beacon round; a link to the verifier. */
export function DuelBar({ row }: { row: DuelRow | null | undefined }) {
  const { t } = useTranslation("duels");
  const line =
    row?.beacon && row.entries_hash
      ? t("closed_line", { hash: hashEnds(row.entries_hash), beacon: row.beacon.round })
      : row
        ? t("hash_line", { hash: hashEnds(row.commitment) })
        : t("promise");
  const name = row ? t("duel", { round: row.round }) : null;
  return (
    <CommitmentBar
      name={name}
      line={line}
      commitment={row?.commitment ?? null}
      id={row?.id ?? null}
      verify={t("verify")}
    />
  );
}
