import { Pencil, RefreshCw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { clientSeedPattern } from "../shared/proof.ts";
import { freshClientSeed } from "./client-seed.ts";
import type { SeedPair } from "./use-seeds.ts";
import "./fairness-panel.css";

interface FairnessPanelProps {
  readonly pair: SeedPair;
  readonly nonce: number;
  readonly signedIn: boolean;
  readonly language: Language;
  onClose(): void;
}

/** The seeds of future bets: both hashes, the player's own seed, rotation. */
export function FairnessPanel({ pair, nonce, signedIn, language, onClose }: FairnessPanelProps) {
  const { t } = useTranslation("fairness");
  const href = useHref();
  return (
    <Modal title={t("panel.title")} closeText={t("close")} onClose={onClose} locked={pair.busy}>
      <div className="col gap-4 fair-panel">
        <p className="sm muted">{t(signedIn ? "panel.intro" : "panel.guest")}</p>
        {pair.seeds && (
          <>
            <HashField label={t("panel.hash")} value={pair.seeds.server_seed_hash} />
            <HashField label={t("panel.next_hash")} value={pair.seeds.next_server_seed_hash} />
            <div className="key-value">
              <span>{t("panel.nonce")}</span>
              <b>{showCount(nonce, language)}</b>
            </div>
            <SeedControls pair={pair} />
            {pair.revealed && <HashField label={t("panel.revealed")} value={pair.revealed.seed} />}
          </>
        )}
        <Link className="btn outline" to={href("/verify")}>
          {t("panel.verify")}
        </Link>
      </div>
    </Modal>
  );
}

/** Change the client seed, rotate the server seed; shared by the panel and the page. */
export function SeedControls({ pair }: { pair: SeedPair }) {
  const { t } = useTranslation("fairness");
  const [editing, setEditing] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const bad = editing !== null && !clientSeedPattern.test(editing);
  const refusal = pair.refused === null ? undefined : pair.refused || t("panel.refused");
  if (editing !== null) {
    return (
      <div className="col gap-3">
        <Input
          label={t("panel.client_seed")}
          hint="A–Z a–z 0–9 _ -"
          value={editing}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          className="mono"
          error={bad ? t("panel.client_seed_invalid") : refusal}
          onChange={event => setEditing(event.target.value)}
        />
        <div className="row wrap">
          <Button size="s" variant="ghost" onClick={() => setEditing(null)}>
            {t("cancel")}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setEditing(freshClientSeed())}>
            {t("panel.random")}
          </Button>
          <Button
            size="s"
            className="grow"
            disabled={bad}
            busy={pair.busy}
            onClick={() => void pair.change(editing).then(done => done && setEditing(null))}
          >
            {t("panel.set")}
          </Button>
        </div>
      </div>
    );
  }
  if (confirming) {
    return (
      <div className="col gap-3" role="alertdialog" aria-label={t("panel.rotate")}>
        <p className="sm subdued">{t("panel.rotate_confirm")}</p>
        <div className="row wrap">
          <Button size="s" variant="ghost" className="grow" onClick={() => setConfirming(false)}>
            {t("cancel")}
          </Button>
          <Button
            size="s"
            className="grow"
            busy={pair.busy}
            onClick={() => void pair.rotate().then(() => setConfirming(false))}
          >
            {t("panel.rotate")}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="col gap-3">
      {refusal && <p className="err-msg">{refusal}</p>}
      <div className="row wrap">
        <Button size="s" className="grow" disabled={!pair.seeds} onClick={() => setConfirming(true)}>
          <Icon of={RefreshCw} size={16} />
          {t("panel.rotate")}
        </Button>
        <Button
          size="s"
          className="grow"
          disabled={!pair.seeds}
          onClick={() => setEditing(pair.seeds?.client_seed ?? "")}
        >
          <Icon of={Pencil} size={16} />
          {t("panel.change")}
        </Button>
      </div>
    </div>
  );
}

function HashField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation("fairness");
  return (
    <div>
      <div className="field-label">{label}</div>
      <div className="input-box">
        <span className="mono value ellipsis">{value}</span>
        <CopyButton value={value} text={t("copy")} done={t("copied")} />
      </div>
    </div>
  );
}
