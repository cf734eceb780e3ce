import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { limits } from "@retro/contract/limits";
import {
  createWebhook,
  type MadeWebhook,
  madeWebhook,
  type WebhookEvent,
  webhookEvents,
  type WebhookFormat,
  webhookFormats,
} from "@retro/contract/webhooks/webhooks";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
import { stayOpen } from "../../../ui/dialogs/dialogAnswer.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import type { FormProps } from "../SecretsPage.tsx";

/** Where the hooks are: of the server, or of a space. */
export type WebhooksPath = "admin/webhooks" | `spaces/${string}/webhooks`;

export function NewWebhookDialog({ path, onClose, onMade }: FormProps<MadeWebhook, WebhooksPath>) {
  const t = useT();
  const [format, setFormat] = useState<WebhookFormat>("standard");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const [formatId, eventsId] = [useId(), useId()];
  const { control, submit } = useContractForm<{ name: string; url: string }>({
    schema: z.pick(createWebhook, { name: true, url: true }),
    mode: "onTouched",
    defaultValues: { name: "", url: "" },
    async send({ name, url }) {
      const body = { name, url, format, events };
      onMade(await api.post<MadeWebhook>(path, body, { schema: madeWebhook }));
      return stayOpen;
    },
  });
  const toggle = (event: WebhookEvent) =>
    setEvents(
      events.includes(event)
        ? events.filter((each) => each !== event)
        : webhookEvents.filter((each) => each === event || events.includes(each)),
    );
  return (
    <FormDialog
      keepOnOutsideClick
      title={t("webhooks.new")}
      submitLabel={t("webhooks.make")}
      submitDisabled={events.length === 0}
      onCancel={onClose}
      onSubmit={submit}
    >
      <FormTextField
        control={control}
        name="name"
        label={t("webhooks.name")}
        hint={t("webhooks.nameHint")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true, maxLength: limits.webhooks.name * 2 } }}
      />
      <FormTextField
        control={control}
        name="url"
        label={t("webhooks.url")}
        hint={t("webhooks.urlHint")}
        autoComplete="off"
        slotProps={{ htmlInput: { "aria-required": true, inputMode: "url", spellCheck: false } }}
      />
      <TextField
        select
        id={formatId}
        label={t("webhooks.format")}
        value={format}
        onChange={(event) => setFormat(event.target.value as WebhookFormat)}
        slotProps={{ select: { native: true } }}
      >
        {webhookFormats.map((each) => (
          <option key={each} value={each}>
            {t(`webhooks.format.${each}`)}
          </option>
        ))}
      </TextField>
      <div role="group" aria-labelledby={eventsId} className="webhook-events">
        <Typography id={eventsId} variant="subtitle2" component="h3">
          {t("webhooks.events")}
        </Typography>
        {webhookEvents.map((event) => (
          <FormControlLabel
            key={event}
            control={
              <Checkbox size="small" checked={events.includes(event)} onChange={() => toggle(event)} />
            }
            label={t(`webhooks.event.${event}`)}
          />
        ))}
        {events.length === 0 && (
          <Typography role="alert" color="error" variant="caption">
            {t("webhooks.noEvents")}
          </Typography>
        )}
      </div>
    </FormDialog>
  );
}
