import { announcements } from "./announce.ts";
import { useExternalStore } from "../externalStore.ts";

/** Each text has its own element: a screen reader reads the new one only. */
export function LiveRegion() {
  return (
    <div className="sr-only" role="status" aria-atomic={false}>
      {useExternalStore(announcements).map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
