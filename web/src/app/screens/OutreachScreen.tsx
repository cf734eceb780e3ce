import { OutreachRoutes } from "../../features/outreach/OutreachRoutes.tsx";
import { ConfiguredCaptcha } from "../ConfiguredCaptcha.tsx";

export function OutreachScreen() {
  return <OutreachRoutes verification={ConfiguredCaptcha} />;
}
