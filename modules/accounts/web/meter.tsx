import { useTranslation } from "#kit/web/texts.tsx";
import { passwordStrength } from "./password-strength.ts";

/** Four steps and a label; only a hint: the server decides. */
export function Meter({ password }: { password: string }) {
  const { t } = useTranslation("accounts");
  const strength = passwordStrength(password);
  return (
    <div className="meter">
      {[1, 2, 3, 4].map(step => (
        <i key={step} className={step > strength ? undefined : strength < 2 ? "weak" : "on"} />
      ))}
      <span role="status">{strength === 0 ? "" : t(`auth.strength_${strength}`)}</span>
    </div>
  );
}
