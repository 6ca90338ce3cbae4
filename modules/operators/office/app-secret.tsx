import qrcode from "qrcode-generator";
import { useMemo } from "react";
import { useTranslation } from "#kit/web/texts.tsx";

/** The secret for an authenticator app: to scan, and to type. */
export function AppSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const { t } = useTranslation("office");
  return (
    <>
      <Qr text={uri} name={t("invitation.qr")} />
      <p className="mono secret">{secret}</p>
    </>
  );
}

/** A code of the app, as the field `code` of its form. */
export function CodeField() {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("login.code")}
      <input
        className="mono code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{3} ?[0-9]{3}"
        maxLength={7}
        required
      />
    </label>
  );
}

function Qr({ text, name }: { text: string; name: string }) {
  const path = useMemo(() => {
    const code = qrcode(0, "M");
    code.addData(text);
    code.make();
    const size = code.getModuleCount();
    const dark = Array.from({ length: size * size }, (_, index) => [Math.floor(index / size), index % size] as const);
    const squares = dark.filter(([row, column]) => code.isDark(row, column));
    return { size, d: squares.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join("") };
  }, [text]);
  return (
    <svg className="qr" viewBox={`-2 -2 ${path.size + 4} ${path.size + 4}`} role="img" aria-label={name}>
      <rect x="-2" y="-2" width={path.size + 4} height={path.size + 4} fill="#fff" />
      <path d={path.d} fill="#0a221a" />
    </svg>
  );
}
