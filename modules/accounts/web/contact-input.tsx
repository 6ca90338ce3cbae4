import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { phonePaused } from "#modules/messages/shared/errors.ts";
import type { ContactKind } from "./contact-kind-tabs.tsx";
import { PhoneField, phoneText, usePhone } from "./phone-field.tsx";

/** A phone number or an address in the making, both kept while one looks at the other. */
export function useContact(begin: ContactKind = "phone") {
  const [contactKind, setContactKind] = useState<ContactKind>(begin);
  const [phone, setPhone] = usePhone();
  const [email, setEmail] = useState("");
  return {
    ...{ contactKind, setContactKind, phone, setPhone, email, setEmail },
    /** As it is sent. */
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

/** The field of the chosen way; where nothing goes to phones at present, with the other way beside it. */
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
