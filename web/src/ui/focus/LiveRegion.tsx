import { announcement } from "./announce.ts";
import { useExternalStore } from "../externalStore.ts";
import { ScreenReaderOnly } from "./ScreenReaderOnly.ts";

/** The live region of `announce`. A screen needs one. */
export function LiveRegion() {
  return <ScreenReaderOnly role="status">{useExternalStore(announcement)}</ScreenReaderOnly>;
}
