import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { lockPlayer, unlockPlayer } from "./contract.ts";
import type { Player } from "./shown-player.ts";

interface LockProps {
  readonly person: Player["person"];
  onChanged(): void;
  /** With the request that another operator has to approve. */
  onAsked(request: string): void;
}

/** Locks the account, or requests that it be unlocked. */
export function Lock({ person: { id, name, closed_at, locked_at }, onChanged, onAsked }: LockProps) {
  const { t } = useTranslation("office");
  if (closed_at !== null) return null;
  if (locked_at !== null)
    return (
      <Decide
        key="unlock"
        action={t("players.unlock")}
        title={t("players.unlock_title", { name })}
        text={t("players.unlock_text")}
        asksReason
        onDecide={async reason => {
          const { data } = await call(unlockPlayer, { params: { id }, body: { reason } });
          onAsked(data.request);
        }}
      />
    );
  return (
    <Decide
      key="lock"
      action={t("players.lock")}
      title={t("players.lock_title", { name })}
      text={t("players.lock_text")}
      asksReason
      dangerous
      onDecide={async reason => {
        await call(lockPlayer, { params: { id }, body: { reason } });
        onChanged();
      }}
    />
  );
}
