import { useState } from "react";
import { Input } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { PhoneField, phoneText, usePhone } from "./phone-field.tsx";
import type { Way } from "./way-tabs.tsx";

/** A phone number or an address in the making, both kept while one looks at the other. */
export function useContact(begin: Way = "phone") {
  const [way, setWay] = useState<Way>(begin);
  const [phone, setPhone] = usePhone();
  const [email, setEmail] = useState("");
  return {
    ...{ way, setWay, phone, setPhone, email, setEmail },
    /** As it is sent. */
    text: way === "phone" ? phoneText(phone) : email.trim(),
  };
}

export type TypedContact = ReturnType<typeof useContact>;

/** The field of the chosen way. */
export function ContactInput({ of, errors }: { of: TypedContact; errors: Readonly<Record<string, string>> }) {
  const { t } = useTranslation("accounts");
  if (of.way === "phone") return <PhoneField value={of.phone} error={errors.phone} onChange={of.setPhone} />;
  return (
    <Input
      label={t("auth.email")}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      value={of.email}
      error={errors.email}
      onChange={event => of.setEmail(event.target.value)}
    />
  );
}
