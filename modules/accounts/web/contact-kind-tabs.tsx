import { Mail, Smartphone } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

export type ContactKind = "phone" | "email";

/** Tabs to choose a contact by phone or by email. */
export function ContactKindTabs({
  value,
  onChange,
}: {
  value: ContactKind;
  onChange: (contactKind: ContactKind) => void;
}) {
  const { t } = useTranslation("accounts");
  const item = (contactKind: ContactKind, icon: typeof Mail, text: string) => ({
    value: contactKind,
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
