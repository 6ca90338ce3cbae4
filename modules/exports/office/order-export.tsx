import { useNavigate } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { orderExport } from "../shared/contract.ts";

interface OrderExportProps {
  readonly list: string;
  /** Filters of the page, parts of its address included; without a position. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Orders a file of the list that is shown, with its filters; opens the page of files. */
export function OrderExport({ list, filters }: OrderExportProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const navigate = useNavigate();
  if (!may("exports.read")) return null;
  return (
    <Decide
      action={t("exports.order")}
      title={t("exports.order_title")}
      text={may("exports.players") ? t("exports.order_text") : `${t("exports.order_text")} ${t("exports.pseudonyms")}`}
      asksReason
      onDecide={async reason => {
        await call(orderExport, { body: { list, filters: { ...filters }, reason } });
        void navigate("/exports");
      }}
    />
  );
}
