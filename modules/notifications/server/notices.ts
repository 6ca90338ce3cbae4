import { join } from "node:path";
import type { Tx } from "#kit/db/db.ts";
import type { Bus, Host } from "#kit/host/host.ts";
import { readLocale } from "#kit/host/read-locale.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { deviceOf } from "#modules/accounts/shared/device.ts";
import { contactChanged, newDeviceSignedIn, passwordChanged } from "#modules/accounts/shared/events.ts";
import { factorChanged } from "#modules/factors/shared/events.ts";
import { limitsChanged, operatorLimitChanged } from "#modules/limits/shared/events.ts";
import { depositCredited, payoutChanged, payoutQuestioned, refundChanged } from "#modules/payments/shared/events.ts";
import { type PayoutStatus, payoutStatus } from "#modules/payments/shared/payouts.ts";
import { type RefundStatus, refundStatus } from "#modules/payments/shared/refunds.ts";
import { profileModerated } from "#modules/profiles/shared/events.ts";
import { roundVoided } from "#modules/providers/shared/events.ts";
import english from "../locale/en.json" with { type: "json" };
import type { EntryData } from "../shared/contract.ts";
import type { EntryKind } from "../shared/kinds.ts";
import type { Letter } from "./mail-player.ts";

/** The notice of one event. */
export interface Notice {
  readonly player: PlayerId;
  readonly kind: EntryKind;
  readonly data: EntryData;
  /** Identifies the event. */
  readonly source: string;
  /** The mail with the entry; none if another module already mails. */
  readonly letter?: Letter;
}

/** Turns events of other modules into notices, each in the transaction of its event. Returns a function that stops it. */
export function listen(host: Pick<Host, "ids">, bus: Bus, give: (tx: Tx, notice: Notice) => Promise<void>): () => void {
  const once = () => host.ids.next();
  const plain = (tx: Tx, player: PlayerId, kind: EntryKind, letter?: Letter) =>
    give(tx, { player, kind, data: {}, source: `${kind}:${once()}`, ...(letter && { letter }) });
  const ends = [
    bus.beforeCommit(newDeviceSignedIn, (tx, { player, session, userAgent, ip }) =>
      give(tx, newDevice(player, session, userAgent, ip)),
    ),
    bus.beforeCommit(passwordChanged, (tx, { player }) => plain(tx, player, "password_changed")),
    bus.beforeCommit(contactChanged, (tx, { player, contact }) =>
      give(tx, { player, kind: "contact_changed", data: { contact }, source: `contact_changed:${once()}` }),
    ),
    bus.beforeCommit(factorChanged, (tx, { player, change }) =>
      plain(tx, player, change, () => ({ template: change, values: {} })),
    ),
    bus.beforeCommit(limitsChanged, (tx, { player, what, until }) =>
      what !== "break" || until === undefined
        ? plain(tx, player, "limits_changed", () => ({ template: "limits_changed", values: {} }))
        : give(tx, breakBegan(player, until)),
    ),
    bus.beforeCommit(operatorLimitChanged, (tx, changed) => give(tx, operatorLimit(changed, once()))),
    bus.beforeCommit(profileModerated, async (tx, moderated) => {
      const notice = moderationNotice(moderated);
      if (notice) await give(tx, notice);
    }),
    bus.beforeCommit(depositCredited, (tx, { player, invoice, currency, amount }) =>
      give(tx, {
        player,
        kind: "deposit_credited",
        data: { amount: formatAmount(amount), currency },
        source: `deposit_credited:${invoice}`,
      }),
    ),
    bus.beforeCommit(payoutChanged, async (tx, payout) => {
      const kind = payoutKinds[payout.status];
      if (kind !== undefined) await give(tx, payoutNotice(kind, payout, payout.payout));
    }),
    bus.beforeCommit(refundChanged, async (tx, refund) => {
      const kind = refundKinds[refund.status];
      if (kind !== undefined) await give(tx, refundNotice(kind, refund));
    }),
    bus.beforeCommit(roundVoided, (tx, { player, round, currency, returned }) =>
      give(tx, {
        player,
        kind: "round_voided",
        data: { amount: formatAmount(returned), currency },
        source: `round_voided:${round}`,
        letter: locale => ({
          template: "round_voided",
          values: { sum: showMoney(returned, currency, languageOf(locale)) },
        }),
      }),
    ),
    bus.beforeCommit(payoutQuestioned, (tx, asked) => give(tx, payoutNotice("payout_question", asked, asked.question))),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** An approved name was visible all the time: no notice. */
function moderationNotice(moderated: NonNullable<typeof profileModerated.payload>): Notice | undefined {
  const { player, id, subject, decision, name, why } = moderated;
  if (subject === "name" && decision === "approved") return undefined;
  const kind = subject === "name" ? "name_rejected" : decision === "approved" ? "avatar_approved" : "avatar_rejected";
  return {
    player,
    kind,
    data: { ...(name !== null && { name }), ...(why !== null && { why }) },
    source: `${kind}:${id}`,
  };
}

const texts = readLocale(english, join(import.meta.dirname, "../locale"));

function newDevice(player: PlayerId, session: string, userAgent: string, address: string): Notice {
  const { browser, system } = deviceOf(userAgent);
  const device = [browser, system].filter(Boolean).join(", ");
  return {
    player,
    kind: "new_device",
    data: { ...(device !== "" && { device }), address },
    source: `new_device:${session}`,
    letter: locale => ({
      template: "new_device",
      values: { device: device === "" ? texts[locale].unknown_device : device, address },
    }),
  };
}

function breakBegan(player: PlayerId, until: Date): Notice {
  return {
    player,
    kind: "break_began",
    data: { until: until.toISOString() },
    source: `break_began:${until.toISOString()}`,
    letter: () => ({ template: "break_began", values: { until: until.toISOString().slice(0, 16).replace("T", " ") } }),
  };
}

/** The limit's kind and value, never the operator's note. */
function operatorLimit(
  { player, kind: of, limit, loosened }: NonNullable<typeof operatorLimitChanged.payload>,
  event: string,
): Notice {
  const kind = loosened ? "operator_limit_loosened" : "operator_limit_set";
  const isTime = limit !== null && "minutes" in limit;
  const sum = limit === null || isTime ? null : limit;
  return {
    player,
    kind,
    data: {
      limit_kind: of,
      ...(isTime && { minutes: limit.minutes }),
      ...(sum && { amount: formatAmount(sum.amount), currency: sum.currency }),
    },
    source: `${kind}:${event}`,
    letter: locale => {
      const { kinds, none, minutes } = texts[locale].operator_limits;
      const time = isTime ? minutes.replace("{{minutes}}", String(limit.minutes)) : none;
      const value = sum ? showMoney(sum.amount, sum.currency, languageOf(locale)) : time;
      return { template: kind, values: { limit: `${kinds[of]}: ${value}` } };
    },
  };
}

/** The notice of a payout; none for one that the player cancelled. */
const payoutKinds: Partial<Record<PayoutStatus, "payout_requested" | "payout_paid" | "payout_declined">> = {
  [payoutStatus.pending]: "payout_requested",
  [payoutStatus.paid]: "payout_paid",
  [payoutStatus.declined]: "payout_declined",
};

function payoutNotice(
  kind: "payout_requested" | "payout_paid" | "payout_declined" | "payout_question",
  { player, currency, amount, label }: Omit<NonNullable<typeof payoutChanged.payload>, "status" | "payout">,
  of: string,
): Notice {
  return {
    player,
    kind,
    data: { amount: formatAmount(amount), currency, place: label },
    source: `${kind}:${of}`,
    letter: locale => ({
      template: kind,
      values: { sum: showMoney(amount, currency, languageOf(locale)), place: label },
    }),
  };
}

type RefundKind = "refund_started" | "refund_paid" | "refund_declined";

/** The notice of a refund; none while it is sent, and none when the bank has taken the payment back. */
const refundKinds: Partial<Record<RefundStatus, RefundKind>> = {
  [refundStatus.pending]: "refund_started",
  [refundStatus.paid]: "refund_paid",
  [refundStatus.declined]: "refund_declined",
};

function refundNotice(
  kind: RefundKind,
  { player, refund, currency, amount }: NonNullable<typeof refundChanged.payload>,
): Notice {
  return {
    player,
    kind,
    data: { amount: formatAmount(amount), currency },
    source: `${kind}:${refund}`,
    letter: locale => ({ template: kind, values: { sum: showMoney(amount, currency, languageOf(locale)) } }),
  };
}
