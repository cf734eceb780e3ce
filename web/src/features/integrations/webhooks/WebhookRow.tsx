import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { type Webhook, type WebhookDelivery, webhookDelivery } from "@retro/contract/webhooks/webhooks";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { RelativeTime } from "../../../ui/display/RelativeTime.tsx";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import type { RowProps } from "../SecretsPage.tsx";
import type { WebhooksPath } from "./NewWebhookDialog.tsx";

export function WebhookRow({ item: hook, path, reload, onRemove }: RowProps<Webhook, WebhooksPath>) {
  const t = useT();
  const { id, name, address, format, events, state, deliveries } = hook;
  const test = useMutation({
    mutationFn: () => api.post<WebhookDelivery>(`${path}/${id}/test`, undefined, { schema: webhookDelivery }),
    onSuccess: (delivery) => {
      toast({ message: outcomeOf(delivery, t), kind: delivery.problem === null ? "success" : "error" });
      return reload();
    },
    onError: toastError,
  });
  const change = useMutation({
    mutationFn: () => api.put(`${path}/${id}`, { on: state !== "on" }),
    onSuccess: reload,
    onError: toastError,
  });
  const busy = test.isPending || change.isPending;
  const [last] = deliveries;
  // The row itself tells the outcome of the last delivery; the log repeats it only if there is an answer to read.
  const logged = deliveries.filter(({ answer }, at) => at > 0 || answer !== "");
  const hint = state === "failed" || state === "link_replaced" ? t(`webhooks.state.${state}.hint`) : null;
  return (
    <li className="webhook">
      <div className="secret-line">
        <span className="secret-name" dir="auto">
          {name}
        </span>
        <Chip size="small" label={t(`webhooks.format.${format}`)} />
        <Chip
          size="small"
          color={state === "on" ? "success" : state === "failed" ? "error" : "default"}
          variant={state === "on" ? "outlined" : "filled"}
          label={t(`webhooks.state.${state}`)}
        />
      </div>
      <Typography variant="caption" color="textSecondary" component="p" className="webhook-address">
        <bdi>{address}</bdi>
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p">
        {events.map((event) => t(`webhooks.event.${event}`)).join(" · ")}
      </Typography>
      {hint !== null && (
        <Typography variant="body2" component="p">
          {hint}
        </Typography>
      )}
      {last === undefined ? (
        <Typography variant="caption" color="textSecondary" component="p">
          {t("webhooks.neverUsed")}
        </Typography>
      ) : logged.length === 0 ? (
        <Attempt delivery={last} />
      ) : (
        <details className="webhook-log">
          <summary>
            <Attempt delivery={last} />
          </summary>
          <ol>
            {logged.map((delivery) => (
              <li key={delivery.id}>
                {delivery !== last && <Attempt delivery={delivery} />}
                {delivery.answer !== "" && (
                  <code dir="auto" className="webhook-answer">
                    {delivery.answer}
                  </code>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
      <div className="secret-line webhook-buttons">
        <Button
          size="small"
          aria-label={t("webhooks.testOf", { name })}
          disabled={busy}
          onClick={() => test.mutate()}
        >
          {t("webhooks.test")}
        </Button>
        <Button
          size="small"
          aria-label={t(state === "on" ? "webhooks.switchOffOf" : "webhooks.switchOnOf", { name })}
          disabled={busy}
          onClick={() => change.mutate()}
        >
          {t(state === "on" ? "webhooks.switchOff" : "webhooks.switchOn")}
        </Button>
        <Button
          size="small"
          aria-label={t("webhooks.deleteOf", { name })}
          aria-haspopup="dialog"
          disabled={busy}
          onClick={onRemove}
        >
          {t("webhooks.delete")}
        </Button>
      </div>
    </li>
  );
}

function Attempt({ delivery }: { delivery: WebhookDelivery }) {
  const t = useT();
  const { type, at, attempt } = delivery;
  const event =
    type === "webhook.test"
      ? t("webhooks.testEvent")
      : t(`webhooks.event.${type}` as "webhooks.event.action.due");
  return (
    <span className="webhook-attempt">
      <span className={delivery.problem === null ? "webhook-good" : "webhook-bad"}>
        {outcomeOf(delivery, t)}
      </span>{" "}
      {event}
      {attempt > 1 && ` · ${t("webhooks.attempt", { number: attempt })}`} ·{" "}
      <RelativeTime iso={at} label="webhooks.triedAt" />
    </span>
  );
}

function outcomeOf(
  { status, problem }: Pick<WebhookDelivery, "status" | "problem">,
  t: ReturnType<typeof useT>,
): string {
  if (problem === null || problem === "answer") return t("webhooks.answered", { status: status ?? 0 });
  return t(`webhooks.problem.${problem}`);
}
