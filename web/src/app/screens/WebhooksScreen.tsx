import { spaceKeyIn } from "../../routes/paths.ts";
import { useLocation } from "../../routes/router.tsx";
import { Webhooks } from "../../features/integrations/webhooks/Webhooks.tsx";
import { useT } from "../../i18n/useT.ts";

/** The webhooks of the space whose key is in the fragment [G12]. */
export function WebhooksScreen() {
  const t = useT();
  const key = spaceKeyIn(useLocation().hash) ?? "";
  return <Webhooks key={key} path={`spaces/${key}/webhooks`} hint={t("webhooks.spaceHint")} space={key} />;
}

export function AdminWebhooksScreen() {
  return <Webhooks path="admin/webhooks" hint={useT()("webhooks.adminHint")} />;
}
