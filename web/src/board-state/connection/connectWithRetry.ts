import type { RealtimeConnection } from "../../realtime/connection.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";

export interface Connecting {
  env: Pick<BoardEnvironment, "random" | "schedule">;
  /** Called again after a pause when it rejects. @param signal nobody waits for the connection any more */
  connect: (signal: AbortSignal) => Promise<RealtimeConnection>;
}

const reconnectMs = 10_000;

/**
 * Connects, and tries again after a pause each time it fails.
 * @returns stops trying; a connection that opens later is closed at once
 */
export function connectWithRetry(
  { env, connect }: Connecting,
  opened: (connection: RealtimeConnection) => void,
  failed: (error: unknown) => void,
): () => void {
  const stop = new AbortController();
  async function attempt(): Promise<void> {
    try {
      const connection = await connect(stop.signal);
      if (stop.signal.aborted) connection.close();
      else opened(connection);
    } catch (error) {
      if (stop.signal.aborted) return;
      failed(error);
      env.schedule(reconnectMs * (0.75 + env.random() / 2), () => {
        if (!stop.signal.aborted) void attempt();
      });
    }
  }
  void attempt();
  return () => stop.abort();
}
