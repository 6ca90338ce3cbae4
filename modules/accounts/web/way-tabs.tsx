import { Mail, Smartphone } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

export type Way = "phone" | "email";

/** By phone or by e-mail. */
export function WayTabs({ value, onChange }: { value: Way; onChange: (way: Way) => void }) {
  const { t } = useTranslation("accounts");
  const item = (way: Way, icon: typeof Mail, text: string) => ({
    value: way,
    text: (
      <>
        <Icon of={icon} size={17} />
        {text}
      </>
    ),
  });
  return (
    <Tabs
      fill
      label={t("auth.ways")}
      value={value}
      onChange={onChange}
      items={[item("phone", Smartphone, t("auth.by_phone")), item("email", Mail, t("auth.by_email"))]}
    />
  );
}
