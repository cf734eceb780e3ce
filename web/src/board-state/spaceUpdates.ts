import { channels, eventNames, type ClientConfig } from "@retro/contract/events";
import { connectPusher } from "../realtime/connectPusher.ts";
import type { RealtimeConnection } from "../realtime/connection.ts";

interface SpaceChannel {
  key: string;
  channel: string;
  config: () => Promise<ClientConfig>;
  /** Something that the space's page shows may have changed, or its link has. */
  onChange: () => void;
}

/**
 * Listens to a space's channel. Events have no data. The page is told after each subscription too: events before it are lost.
 * @returns a function that ends the listening
 */
export function followSpace({ key, channel, config, onChange }: SpaceChannel): () => void {
  let connection: RealtimeConnection | null = null;
  let ended = false;
  const open = async (): Promise<void> => {
    const opened = await connectPusher((await config()).realtime, { space_key: key });
    if (ended) return opened.close();
    connection = opened;
    opened.join(channels.space(channel), [eventNames.space, eventNames.spaceClosed], {
      onEvent: onChange,
      onSubscribed: onChange,
      onJoined: () => undefined,
      onLeft: () => undefined,
    });
  };
  // Without realtime the page shows changes when it is loaded again, or gets the focus.
  open().catch((error: unknown) => console.error(error));
  return () => {
    ended = true;
    connection?.close();
  };
}
