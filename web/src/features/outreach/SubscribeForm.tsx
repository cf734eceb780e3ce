import "./outreach.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { createSubscriber } from "@retro/contract/visitor-forms";
import { useId, useState } from "react";
import * as z from "zod/mini";
import type { Verification } from "../../api/captcha.ts";
import { api } from "../../api/client.ts";
import { useVerifiedForm } from "../../api/useContractForm.ts";
import { useT } from "../../i18n/useT.ts";
import { FormTextField } from "../../ui/controls/FormTextField.tsx";
import { classed } from "../../ui/display/classed.tsx";

const Form = classed("form", "subscribe-form");

const schema = z.omit(createSubscriber, { solution: true });
type Values = z.infer<typeof schema>;

interface Props {
  verification: Verification;
  showVerification?: boolean;
}

/** The human verification starts when the field first gets the focus. */
export function SubscribeForm({ verification: Verify, showVerification = false }: Props) {
  const t = useT();
  const titleId = useId();
  const [done, setDone] = useState<string | null>(null);
  const { control, errors, refused, busy, save, verification } = useVerifiedForm<Values>({
    schema,
    defaultValues: { email: "" },
    async send(values) {
      await api.post("subscribers", values);
      setDone(values.email);
    },
  });
  const [touched, setTouched] = useState(showVerification);

  if (done !== null) {
    return (
      <div role="status">
        <Typography variant="subtitle1" component="h2">
          {t("newsletter.done")}
        </Typography>
        <Typography color="textSecondary">{t("newsletter.doneHint", { email: done })}</Typography>
      </div>
    );
  }
  return (
    <Form
      noValidate
      aria-labelledby={titleId}
      onFocus={() => setTouched(true)}
      onSubmit={(event) => {
        setTouched(true);
        save(event);
      }}
    >
      <div>
        <Typography id={titleId} variant="subtitle1" component="h2">
          {t("newsletter.title")}
        </Typography>
        <Typography color="textSecondary">{t("newsletter.hint")}</Typography>
      </div>
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      <div className="subscribe-row">
        <FormTextField
          control={control}
          name="email"
          type="email"
          size="small"
          label={t("newsletter.email")}
          autoComplete="email"
        />
        <Button
          type="submit"
          variant="contained"
          loading={busy}
          disabled={errors.email !== undefined}
          className="subscribe-send"
        >
          {t("newsletter.subscribe")}
        </Button>
      </div>
      {touched && <Verify start="focus" {...verification} />}
    </Form>
  );
}
