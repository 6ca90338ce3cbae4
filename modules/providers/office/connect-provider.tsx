import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { connectProvider } from "./contract.ts";

const fields = ["slug", "title", "base_url", "frame_origin"] as const;

/** Connects a company: its row gives it a number in the books, no line of code does. */
export function ConnectProvider({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("providers.connect")}
      title={t("providers.connect_title")}
      text={t("providers.connect_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const [slug = "", title = "", base_url = "", frame_origin = ""] = fields.map(name =>
          String(given.get(name) ?? ""),
        );
        await call(connectProvider, { body: { slug, title, base_url, frame_origin, reason } }, key);
        onDone();
      }}
    >
      {fields.map(name => (
        <label key={name} className="field">
          {t(`providers.field.${name}`)}
          <input name={name} required autoComplete="off" />
        </label>
      ))}
    </Decide>
  );
}
