import type { Feature } from "../../deps.ts";
import type { Housekeeping } from "./housekeeping.ts";
import { NoticeReader } from "../notices/notices.ts";

/** Runs housekeeping and reads notices while the server listens. An application that never listens does neither. */
export function runHousekeeping(housekeeping: Housekeeping): Feature {
  return (app, deps) => {
    const notices = new NoticeReader(deps);
    app.addHook("onListen", async () => {
      housekeeping.start();
      notices.start();
    });
    app.addHook("onClose", async () => {
      await Promise.all([housekeeping.stop(), notices.stop()]);
    });
  };
}
