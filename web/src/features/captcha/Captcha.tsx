import Alert from "@mui/material/Alert";
import type { ClientConfig } from "@retro/contract/events";
import type { VerificationProps } from "../../api/captcha.ts";
import { useT } from "../../i18n/useT.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";

export interface CaptchaProps extends Partial<Omit<VerificationProps, "onError">> {
  settings: ClientConfig["captcha"];
  /** A language of the widget that the page does not have. If absent, the page's language counts. */
  language?: string;
  onSolved: (solution: string) => void;
  onError?: (code: string) => void;
  /** The device would need more than 15 s: a lighter set is on its way, if the server still gives one. */
  onSlow?: () => void;
}

const Widget = lazyPart(() => import("./CaptchaWidget.tsx"), "CaptchaWidget", { prefetch: false });

/** The library is a separate chunk, fetched when a captcha is shown. */
export function Captcha(props: CaptchaProps) {
  const t = useT();
  if (props.settings.sitekey === "") return <Alert severity="error">{t("captcha.noSitekey")}</Alert>;
  return <Widget {...props} />;
}
