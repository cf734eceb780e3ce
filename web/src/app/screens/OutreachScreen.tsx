import { OutreachRoutes } from "../../features/outreach/OutreachRoutes.tsx";
import { ConfiguredCaptcha } from "../ConfiguredCaptcha.tsx";

/** `/contact`, `/unsubscribe` and the legal pages, with the captcha for their forms. */
export function OutreachScreen() {
  return <OutreachRoutes verification={ConfiguredCaptcha} />;
}
