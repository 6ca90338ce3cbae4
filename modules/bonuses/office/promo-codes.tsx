import { useState } from "react";
import { byteOrderMark, csvLine } from "#kit/std/csv.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { type CampaignView, makePromoCodes, mostCodes } from "./contract.ts";

interface NewPromoCodesProps {
  readonly campaign: CampaignView;
  onDone(): void;
}

/** Makes a word for many, or a batch of single-use codes, whose file is saved once: the server keeps only hashes. */
export function NewPromoCodes({ campaign: { id, name }, onDone }: NewPromoCodesProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("bonuses.codes")}
      title={t("bonuses.codes_title", { name })}
      text={t("bonuses.codes_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const word = String(given.get("word") ?? "").trim();
        const isWord = given.get("codes") === "word";
        const body = { ...(isWord && { word }), count: Number(given.get("count")), reason };
        const { data } = await call(makePromoCodes, { params: { id }, body }, key);
        if (!isWord) saveFile(`promo-codes-${id.slice(-6)}.csv`, data.codes);
        onDone();
      }}
    >
      <Fields />
    </Decide>
  );
}

function Fields() {
  const { t } = useTranslation("office");
  const [kind, setKind] = useState("word");
  return (
    <>
      <label className="field">
        {t("bonuses.codes_kind")}
        <select name="codes" value={kind} onChange={event => setKind(event.target.value)}>
          <option value="word">{t("bonuses.codes_kinds.word")}</option>
          <option value="batch">{t("bonuses.codes_kinds.batch")}</option>
        </select>
      </label>
      {kind === "word" && (
        <label className="field">
          {t("bonuses.word")}
          <input name="word" required minLength={4} maxLength={32} autoComplete="off" />
        </label>
      )}
      <NumberField
        name="count"
        label={t(`bonuses.counts.${kind === "word" ? "word" : "batch"}`)}
        most={mostCodes}
        start={100}
      />
    </>
  );
}

function saveFile(name: string, codes: readonly string[]): void {
  const text = byteOrderMark + csvLine(["code"]) + codes.map(code => csvLine([code])).join("");
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
