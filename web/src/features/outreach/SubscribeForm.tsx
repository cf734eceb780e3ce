import "./outreach.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { createSubscriber } from "@retro/contract/visitor-forms";
import { useId, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useCaptchaSolution } from "../../api/captcha.ts";
import type { Verification } from "../../api/captcha.ts";
import { api, asApiError } from "../../api/client.ts";
import { showFieldErrors } from "../../api/fieldErrors.ts";
import { contractResolver } from "../../i18n/contractResolver.ts";
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

function useSubscription() {
  const t = useT();
  const resolver = useMemo(() => contractResolver<Values>(schema, t), [t]);
  const form = useForm<Values>({ mode: "all", resolver, defaultValues: { email: "" } });
  const solution = useCaptchaSolution();
  const [refused, setRefused] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const subscribe = form.handleSubmit(async ({ email }) => {
    setRefused(null);
    const solved = await solution.wait();
    if (solved === null) return;
    try {
      await api.post("subscribers", { email, solution: solved });
      setDone(email);
    } catch (thrown) {
      const error = asApiError(thrown);
      const refusedSolution = error.errors["solution"]?.[0];
      if (refusedSolution !== undefined) solution.renew();
      const placed = showFieldErrors(form.setError, error, ["email"]);
      if (!placed) setRefused(refusedSolution ?? error.message);
    }
  });
  return { form, subscribe, solution, refused, done };
}

/** The human verification starts when the field first gets the focus. */
export function SubscribeForm({ verification: Verify, showVerification = false }: Props) {
  const t = useT();
  const titleId = useId();
  const { form, subscribe, solution, refused, done } = useSubscription();
  const { formState } = form;
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
        void subscribe(event);
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
          control={form.control}
          name="email"
          type="email"
          size="small"
          label={t("newsletter.email")}
          autoComplete="email"
        />
        <Button
          type="submit"
          variant="contained"
          loading={formState.isSubmitting}
          disabled={formState.errors.email !== undefined}
          className="subscribe-send"
        >
          {t("newsletter.subscribe")}
        </Button>
      </div>
      {touched && <Verify start="focus" {...solution.props} />}
    </Form>
  );
}
