import "./outreach.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { createContact } from "@retro/contract/visitor-forms";
import { limits } from "@retro/contract/limits";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import type { Control } from "react-hook-form";
import * as z from "zod/mini";
import { useCaptchaSolution } from "../../api/captcha.ts";
import type { Verification } from "../../api/captcha.ts";
import { api, asApiError } from "../../api/client.ts";
import { showFieldErrors } from "../../api/fieldErrors.ts";
import { contractResolver } from "../../i18n/contractResolver.ts";
import { useT } from "../../i18n/useT.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { FormTextField } from "../../ui/controls/FormTextField.tsx";

const schema = z.omit(createContact, { solution: true });
type Values = z.infer<typeof schema>;
const fields = ["email", "name", "inquiry", "subject", "message"] as const;
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

function useContact(onSent: (email: string) => void) {
  const t = useT();
  const resolver = useMemo(() => contractResolver<Values>(schema, t), [t]);
  const form = useForm<Values>({ mode: "all", resolver, defaultValues: empty });
  const solution = useCaptchaSolution();
  const [refused, setRefused] = useState<string | null>(null);

  const send = form.handleSubmit(async (values) => {
    setRefused(null);
    const solved = await solution.wait();
    if (solved === null) return;
    try {
      await api.post("contacts", { ...values, solution: solved });
      onSent(values.email);
    } catch (thrown) {
      const error = asApiError(thrown);
      const refusedSolution = error.errors["solution"]?.[0];
      if (refusedSolution !== undefined) solution.renew();
      const placed = showFieldErrors(form.setError, error, fields);
      if (!placed) setRefused(refusedSolution ?? error.message);
    }
  });
  return { form, send, solution, refused };
}

function Form({
  verification: Verify,
  onSent,
}: {
  verification: Verification;
  onSent: (email: string) => void;
}) {
  const t = useT();
  const { form, send, solution, refused } = useContact(onSent);
  const { formState } = form;

  return (
    <form
      noValidate
      aria-labelledby="contact-title"
      onSubmit={(event) => void send(event)}
      className="contact-form"
    >
      <div>
        <Typography id="contact-title" variant="h1" className="contact-title">
          {t("contact.title")}
        </Typography>
        <Typography color="textSecondary">{t("contact.hint")}</Typography>
      </div>
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      <ContactFields control={form.control} />
      <Verify start="focus" {...solution.props} />
      <Button
        type="submit"
        variant="contained"
        loading={formState.isSubmitting}
        disabled={Object.keys(formState.errors).length > 0}
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
