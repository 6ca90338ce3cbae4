import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Tag } from "#kit/ui/tag.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { MultiplayerProof } from "../shared/proof.ts";
import { ends } from "./seed-bar.tsx";

/** Inputs of a round between players: pasted as one record, because it has many entries. */
export function MultiplayerInputs({ record }: { record: MultiplayerProof }) {
  const { t } = useTranslation("fairness");
  const { beacon } = record;
  return (
    <>
      <Hash label={t("page.secret")} value={record.secret} />
      <Hash label={t("page.secret_hash")} value={record.commitment} />
      <Hash label={t("page.entries_hash")} value={record.entries_hash} />
      {beacon && (
        <>
          <div className="key-value">
            <span>{t("page.beacon", { round: beacon.round })}</span>
            {beacon.test && <Tag>{t("page.test_beacon")}</Tag>}
          </div>
          <Hash label={t("page.beacon_value")} value={beacon.value} />
        </>
      )}
      {record.entries.length > 0 && (
        <details className="vf-entries">
          <summary>{`${t("page.entries")} (${record.entries.length})`}</summary>
          <ol>
            {record.entries.map(({ seat, player, stake }) => (
              <li key={seat} className="mono sm">{`${seat}:${player}:${stake}`}</li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Hash({ label, value }: { label: string; value: string | null }) {
  const { t } = useTranslation("fairness");
  return (
    <div className="col">
      <span className="field-label">{label}</span>
      <span className="row gap-2">
        <span className="mono sm grow">{value === null ? "–" : ends(value, 16, 8)}</span>
        {value !== null && <CopyButton value={value} text={t("copy")} done={t("copied")} />}
      </span>
    </div>
  );
}
