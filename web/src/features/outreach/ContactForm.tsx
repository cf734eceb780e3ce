import "./outreach.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { createContact } from "@retro/contract/visitor-forms";
import { limits } from "@retro/contract/limits";
import { useState } from "react";
import type { Control } from "react-hook-form";
import * as z from "zod/mini";
import type { Verification } from "../../api/captcha.ts";
import { api } from "../../api/client.ts";
import { useVerifiedForm } from "../../api/useContractForm.ts";
import { useT } from "../../i18n/useT.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { FormTextField } from "../../ui/controls/FormTextField.tsx";

const schema = z.omit(createContact, { solution: true });
type Values = z.infer<typeof schema>;
const empty: Values = { email: "", name: "", inquiry: "", subject: "", message: "" };

export function ContactForm({ verification }: { verification: Verification }) {
  const t = useT();
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  useTitle(`${t("contact.title")} · Retro`);
  if (sentFrom === null) return <Form verification={verification} onSent={setSentFrom} />;
  return (
    <div className="outreach-message" role="status">
      <EmptyState
        component="h1"
        title={t("contact.sentTitle")}
        action={<Button onClick={() => setSentFrom(null)}>{t("contact.another")}</Button>}
      >
        {t("contact.sent", { email: sentFrom })}
      </EmptyState>
    </div>
  );
}

function Form({
  verification: Verify,
  onSent,
}: {
  verification: Verification;
  onSent: (email: string) => void;
}) {
  const t = useT();
  const { control, errors, refused, busy, save, verification } = useVerifiedForm<Values>({
    schema,
    defaultValues: empty,
    async send(values) {
      await api.post("contacts", values);
      onSent(values.email);
    },
  });
  return (
    <form noValidate aria-labelledby="contact-title" onSubmit={save} className="contact-form">
      <div>
        <Typography id="contact-title" variant="h1" className="contact-title">
          {t("contact.title")}
        </Typography>
        <Typography color="textSecondary">{t("contact.hint")}</Typography>
      </div>
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      <ContactFields control={control} />
      <Verify start="focus" {...verification} />
      <Button
        type="submit"
        variant="contained"
        loading={busy}
        disabled={Object.keys(errors).length > 0}
        className="contact-send"
      >
        {t("contact.send")}
      </Button>
    </form>
  );
}

function ContactFields({ control }: { control: Control<Values> }) {
  const t = useT();
  return (
    <>
      <div className="contact-fields">
        <FormTextField
          control={control}
          name="email"
          type="email"
          label={t("contact.email")}
          autoComplete="email"
        />
        <FormTextField control={control} name="name" label={t("contact.name")} autoComplete="name" />
      </div>
      <FormTextField
        control={control}
        name="inquiry"
        label={t("contact.inquiry")}
        hint={t("contact.inquiryHint")}
      />
      <FormTextField control={control} name="subject" label={t("contact.subject")} />
      <FormTextField
        control={control}
        name="message"
        label={t("contact.message")}
        multiline
        minRows={5}
        maxRows={16}
        counter={limits.contact.message}
      />
    </>
  );
}
