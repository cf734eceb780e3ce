import { channels, eventNames, type ClientConfig } from "@retro/contract/events";
import type { RealtimeConnection } from "../../realtime/connection.ts";
import { browserEnvironment } from "../boardEnvironment.ts";
import { connectWithRetry } from "../connection/connectWithRetry.ts";

interface SpaceChannel {
  key: string;
  channel: string;
  config: () => Promise<ClientConfig>;
  /** Something that the space's page shows may have changed, or its link has. */
  onChange: () => void;
}

/**
 * Listens to a space's channel. Events have no data. The listener is called after each subscription too:
 * events before it are lost.
 * @returns a function that ends the listening
 */
export function followSpace({ key, channel, config, onChange }: SpaceChannel): () => void {
  let connection: RealtimeConnection | null = null;
  const stopConnecting = connectWithRetry(
    {
      env: browserEnvironment,
      async connect(signal) {
        const { realtime } = await config();
        const { connectPusher } = await import("../../realtime/connectPusher.ts");
        return connectPusher(realtime, { signal, fields: { space_key: key } });
      },
    },
    (opened) => {
      connection = opened;
      opened.join(channels.space(channel), [eventNames.space, eventNames.spaceClosed], {
        onEvent: onChange,
        onSubscribed: onChange,
        onRefused: onChange,
        onJoined: () => undefined,
        onLeft: () => undefined,
      });
    },
    // Without realtime the page shows changes when it is loaded again, or gets the focus.
    (error) => console.error(error),
  );
  return () => {
    stopConnecting();
    connection?.close();
  };
}
