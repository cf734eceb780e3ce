import type { AnswerMoveEvent } from "@retro/contract/events";
import { translate } from "../../i18n/i18n.ts";
import { toast } from "../../ui/toasts/toast.ts";

/** To the facilitator who asked [G3]. */
export function showMoveAnswer({ space: name, agreed }: AnswerMoveEvent): void {
  if (agreed) toast({ message: translate("spaces.askAgreed", { name }), kind: "success" });
  else toast({ message: translate("spaces.askDeclined", { name }) });
}
