import { useState } from "react";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { Modal } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useVaults } from "./use-vaults.ts";
import { VaultForm } from "./vault-form.tsx";
import "./vault.css";

/** The vault of each wallet: its balance, and moving money in and out. */
export default function VaultModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("vault");
  const active = useSession(state => state.user?.currency ?? null) as Currency | null;
  const { vaults, failed, again } = useVaults();
  const [chosen, setChosen] = useState<Currency | null>(null);
  const currency = chosen ?? active ?? "RUB";
  const none = { currency, balance: "0", vault_balance: "0", locked_until: null };
  const vault = vaults?.find(each => each.currency === currency) ?? none;
  return (
    <Modal title={t("title")} closeText={t("close")} onClose={onClose} className="safe">
      <p className="sm muted">{t("about")}</p>
      <Tabs<Currency>
        fill
        label={t("wallet")}
        value={currency}
        onChange={setChosen}
        items={currencyCodes.map(code => ({ value: code, text: code }))}
      />
      {vaults ? (
        <VaultForm key={currency} vault={vault} />
      ) : failed ? (
        <div className="empty">
          <p role="alert">{t("failed")}</p>
          <button type="button" className="btn secondary" onClick={again}>
            {t("again")}
          </button>
        </div>
      ) : (
        <Skeleton height={290} />
      )}
    </Modal>
  );
}
