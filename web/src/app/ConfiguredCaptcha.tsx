import "./configured-captcha.css";
import Alert from "@mui/material/Alert";
import { useQuery } from "@tanstack/react-query";
import type { VerificationProps } from "../api/captcha.ts";
import { configQuery } from "../api/config.ts";
import { Captcha } from "../features/captcha/Captcha.tsx";
import { useT } from "../i18n/useT.ts";

export function ConfiguredCaptcha(props: VerificationProps) {
  const t = useT();
  const { data: config, error } = useQuery(configQuery);
  if (error !== null) return <Alert severity="error">{t("error.unreachable")}</Alert>;
  return (
    <div className="captcha-place">
      {config !== undefined && <Captcha settings={config.captcha} {...props} />}
    </div>
  );
}
