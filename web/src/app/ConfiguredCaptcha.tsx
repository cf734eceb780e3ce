import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { VerificationProps } from "../api/captcha.ts";
import { configQuery } from "../api/config.ts";
import { Captcha } from "../features/captcha/Captcha.tsx";
import { useT } from "../i18n/useT.ts";

/** The captcha with the server's settings, for forms of other features. It keeps its space while it loads. */
export function ConfiguredCaptcha(props: VerificationProps) {
  const t = useT();
  const { data: config, error } = useQuery(configQuery);
  if (error !== null) return <Alert severity="error">{t("error.unreachable")}</Alert>;
  return (
    <Box sx={{ minHeight: 94, "@media (pointer: coarse)": { minHeight: 106 } }}>
      {config !== undefined && <Captcha settings={config.captcha} {...props} />}
    </Box>
  );
}
