import Alert from "@mui/material/Alert";
import type { ClientConfig } from "@retro/contract/events";
import { useT } from "../../i18n/useT.ts";
import { lazyPart } from "../../ui/lazy.tsx";

export interface CaptchaProps {
  /** From `GET config`: the site key, and the puzzle endpoints in the order they are tried. */
  settings: ClientConfig["captcha"];
  /** "auto": at once; "focus": when the form around it gets the focus. */
  start?: "auto" | "focus";
  /** Counts up when the server refused a solution: the widget then starts again. */
  attempt?: number;
  /** Another of the widget's languages (de, nl, fr, …); absent: the page's, or the browser's where only the widget speaks it. */
  language?: string;
  /** Hears the solution (form field `frc-captcha-solution`). */
  onSolved: (solution: string) => void;
  /** Hears a failure, `error_getting_puzzle` among them. */
  onError?: (code: string) => void;
}

const Widget = lazyPart(() => import("./CaptchaWidget.tsx"), "CaptchaWidget", { prefetch: false });

/** The human verification (Friendly Captcha): its library is a separate chunk, fetched when a captcha is shown. */
export function Captcha(props: CaptchaProps) {
  const t = useT();
  if (props.settings.sitekey === "") return <Alert severity="error">{t("captcha.noSitekey")}</Alert>;
  return <Widget {...props} />;
}
