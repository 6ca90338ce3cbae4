import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { phonePaused } from "#modules/messages/shared/errors.ts";
import type { ContactKind } from "./contact-kind-tabs.tsx";
import { PhoneField, phoneText, usePhone } from "./phone-field.tsx";

/** The phone number and the address being typed; both are retained when switching. */
export function useContact(begin: ContactKind = "phone") {
  const [contactKind, setContactKind] = useState<ContactKind>(begin);
  const [phone, setPhone] = usePhone();
  const [email, setEmail] = useState("");
  return {
    contactKind,
    setContactKind,
    phone,
    setPhone,
    email,
    setEmail,
    /** The contact as it is sent. */
    text: contactKind === "phone" ? phoneText(phone) : email.trim(),
  };
}

export type TypedContact = ReturnType<typeof useContact>;

interface ContactInputProps {
  readonly of: TypedContact;
  readonly errors: Readonly<Record<string, string>>;
  /** Why the last code could not be sent. */
  readonly failed?: string | null;
}

/** The field of the selected kind; while no messages are sent to phones, with a link to the other kind. */
export function ContactInput({ of, errors, failed }: ContactInputProps) {
  const { t } = useTranslation("accounts");
  if (of.contactKind === "phone")
    return (
      <>
        <PhoneField value={of.phone} error={errors.phone} onChange={of.setPhone} />
        {failed === phonePaused.code && (
          <Button size="s" onClick={() => of.setContactKind("email")}>
            {t("auth.email_instead")}
          </Button>
        )}
      </>
    );
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
