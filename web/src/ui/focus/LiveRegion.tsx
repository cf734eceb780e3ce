import { announcement } from "./announce.ts";
import { useExternalStore } from "../externalStore.ts";
import { ScreenReaderOnly } from "./ScreenReaderOnly.ts";

export function LiveRegion() {
  return <ScreenReaderOnly role="status">{useExternalStore(announcement)}</ScreenReaderOnly>;
}
