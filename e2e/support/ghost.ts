import type { Browser } from "@playwright/test";
import { apiOf } from "./fixtures.ts";
import { solution } from "./puzzle.ts";

/** One frame of the Pusher protocol; `data` of the connection's first is JSON in a string. */
interface Frame {
  event: string;
  data?: string;
}

/**
 * A user without a browser: signed in, connected, and on the presence channel of a board.
 * @returns how they leave
 */
export async function attend(
  browser: Browser,
  serverUrl: string,
  boardId: string,
  name: string,
): Promise<() => Promise<void>> {
  const context = await browser.newContext({ baseURL: serverUrl });
  const api = apiOf(context);
  await api.send("POST", "/users/anonymous", { solution: await solution(context.request), name });
  const { realtime } = await api.get<{ realtime: { key: string } }>("/config");
  const socket = new WebSocket(
    `${serverUrl.replace("http", "ws")}/app/${realtime.key}?protocol=7&client=js&version=8`,
  );
  const heard = (event: string) =>
    new Promise<Frame>((resolve, reject) => {
      socket.addEventListener("close", () => reject(new Error(`${name} was cut off before ${event}`)));
      socket.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(String(data)) as Frame;
        if (frame.event === event) resolve(frame);
      });
    });
  const { data } = await heard("pusher:connection_established");
  const { socket_id } = JSON.parse(data ?? "") as { socket_id: string };
  const channel = `presence-boards.${boardId}`;
  const token = (await context.cookies()).find((cookie) => cookie.name === "XSRF-TOKEN")?.value ?? "";
  const answer = await context.request.post("/broadcasting/auth", {
    headers: { "x-xsrf-token": token },
    form: { socket_id, channel_name: channel },
  });
  const subscribed = heard("pusher_internal:subscription_succeeded");
  socket.send(
    JSON.stringify({
      event: "pusher:subscribe",
      data: { channel, ...((await answer.json()) as Record<string, string>) },
    }),
  );
  await subscribed;
  return async () => {
    socket.close();
    await context.close();
  };
}
