/** Kinds of significant events and alterations (GLI-19 2.8.8 and 2.9). */
export const eventKinds = ["books", "return", "access", "money", "void", "jackpot", "change"] as const;
export type EventKind = (typeof eventKinds)[number];

/** What the audit log has of each kind. Sessions that were opened and everyday decisions are in it too, and are in other reports. */
const actionsOf: Readonly<Record<Exclude<EventKind, "books" | "return">, readonly string[]>> = {
  access: [
    "operator.refused",
    "operator.invite",
    "operator.accept",
    "operator.passkey_add",
    "operator.passkey_remove",
    "operator.app_add",
    "operator.app_remove",
    "operator.role",
    "operator.disable",
    "operator.enable",
    "operator.break_glass",
    "operator.emergency_review",
    "approval.alert",
  ],
  money: ["payment.recall", "correction.book", "betting.waive_debt", "coin_alarm.acknowledge", "provider.alarm_close"],
  void: [
    "betting.void",
    "betting.void_slip",
    "betting.palpable_error",
    "betting.late_correction",
    "betting.settlement_lift",
    "tournaments.cancel",
    "tournaments.disqualify",
    "tournaments.answer_dispute",
  ],
  jackpot: ["jackpots.start", "jackpots.terms", "jackpots.on", "jackpots.off"],
  change: [
    "approval.approve",
    "betting.close",
    "betting.delay",
    "betting.settle",
    "betting.suspend",
    "betting.resume",
    "betting.terms",
    "content.publish",
    "content.restore",
    "content.take_down",
    "games.change",
    "games.limits",
    "method.limits",
    "method.switch",
    "mirror.set",
    "mirror.retire",
    "payout.rule",
    "player.limit_loosen",
    "player.limit_set",
    "player.lock",
    "player.unlock",
    "provider.change",
    "provider.connect",
    "provider.game_change",
    "provider.key_make",
    "provider.key_revoke",
    "region.close",
    "region.open",
    "risk.rule_live",
    "risk.rule_restore",
    "risk.rule_stop",
    "tax.rule",
    "vip.terms",
    "wheel.publish",
  ],
};

const kindOfAction: ReadonlyMap<string, EventKind> = new Map(
  Object.entries(actionsOf).flatMap(([kind, actions]) => actions.map(action => [action, kind as EventKind] as const)),
);

export const significantActions: readonly string[] = [...kindOfAction.keys()];

/** The kind of an action of the audit log, or of an event that has its kind in its name. */
export const kindOfEvent = (event: string): EventKind =>
  kindOfAction.get(event) ?? (event.startsWith("return.") ? "return" : "books");
