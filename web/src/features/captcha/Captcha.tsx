import Alert from "@mui/material/Alert";
import type { ClientConfig } from "@retro/contract/events";
import { useT } from "../../i18n/useT.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";

export interface CaptchaProps {
  /** From `GET config`: the site key, and the puzzle endpoints in the order of the tries. */
  settings: ClientConfig["captcha"];
  /** "auto": starts at once; "focus": when the surrounding form gets the focus. */
  start?: "auto" | "focus";
  /** Increases when the server has refused a solution: the widget then starts again. */
  attempt?: number;
  /** The form has been sent and needs the solution: with "focus", the widget then starts without it. */
  needed?: boolean;
  /**
   * A language of the widget (de, nl, fr, …) that the page does not have. If absent: the page's language, or
   * the browser's if only the widget has it.
   */
  language?: string;
  /** Called with the solution (form field `frc-captcha-solution`). */
  onSolved: (solution: string) => void;
  /** Called with the error, for example `error_getting_puzzle`. */
  onError?: (code: string) => void;
}

const Widget = lazyPart(() => import("./CaptchaWidget.tsx"), "CaptchaWidget", { prefetch: false });

/**
 * The human verification (Friendly Captcha). Its library is a separate chunk, fetched when a captcha is
 * shown.
 */
export function Captcha(props: CaptchaProps) {
  const t = useT();
  if (props.settings.sitekey === "") return <Alert severity="error">{t("captcha.noSitekey")}</Alert>;
  return <Widget {...props} />;
}
