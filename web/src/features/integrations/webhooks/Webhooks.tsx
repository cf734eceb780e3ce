import "./webhooks.css";
import { type MadeWebhook, type Webhook, webhook } from "@retro/contract/webhooks/webhooks";
import { useT } from "../../../i18n/useT.ts";
import { SecretsPage, type SecretsPlace } from "../SecretsPage.tsx";
import { NewWebhookDialog, type WebhooksPath } from "./NewWebhookDialog.tsx";
import { WebhookRow } from "./WebhookRow.tsx";

const removal = {
  title: "webhooks.deleteTitle",
  text: "webhooks.deleteText",
  label: "webhooks.delete",
} as const;

export function Webhooks({ path, ...place }: SecretsPlace & { path: WebhooksPath }) {
  const t = useT();
  return (
    <SecretsPage<Webhook, MadeWebhook, WebhooksPath>
      {...place}
      kind="webhooks"
      path={path}
      schema={webhook}
      removal={removal}
      Row={WebhookRow}
      Form={NewWebhookDialog}
      secretOf={({ secret }) => ({
        title: t("webhooks.secretTitle"),
        secret,
        label: t("webhooks.secret"),
        hint: t("webhooks.secretHint"),
        done: t("webhooks.secretDone"),
      })}
    />
  );
}
