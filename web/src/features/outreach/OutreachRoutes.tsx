import { legalPages } from "@retro/contract/legal";
import { useLocation } from "../../routes/router.tsx";
import type { Verification } from "../../api/captcha.ts";
import { ContactForm } from "./ContactForm.tsx";
import { LegalScreen } from "./LegalScreen.tsx";
import { Unsubscribe } from "./Unsubscribe.tsx";

export function OutreachRoutes({ verification }: { verification: Verification }) {
  const { pathname } = useLocation();
  const address = pathname.split("/")[1];
  const legal = legalPages.find((page) => page === address);
  if (legal !== undefined) return <LegalScreen key={legal} page={legal} verification={verification} />;
  return address === "unsubscribe" ? <Unsubscribe /> : <ContactForm verification={verification} />;
}
