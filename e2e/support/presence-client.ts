import type { Browser } from "@playwright/test";
import { createApiClient } from "./fixtures.ts";
import { solveCaptcha } from "./captcha-solver.ts";

/** One frame of the Pusher protocol; in the first frame of a connection `data` is JSON in a string. */
interface Frame {
  event: string;
  data?: string;
}

/**
 * Connects a user without a browser: signs in, and joins the presence channel of a board.
 * @returns a function that disconnects the user
 */
export async function joinPresence(
  browser: Browser,
  serverUrl: string,
  boardId: string,
  name: string,
): Promise<() => Promise<void>> {
  const context = await browser.newContext({ baseURL: serverUrl });
  const api = createApiClient(context);
  await api.send("POST", "/users/anonymous", { solution: await solveCaptcha(context.request), name });
  const { realtime } = await api.get<{ realtime: { key: string } }>("/config");
  const socket = new WebSocket(
    `${serverUrl.replace("http", "ws")}/app/${realtime.key}?protocol=7&client=js&version=8`,
  );
  const nextFrame = (event: string) =>
    new Promise<Frame>((resolve, reject) => {
      socket.addEventListener("close", () => reject(new Error(`${name} was cut off before ${event}`)));
      socket.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(String(data)) as Frame;
        if (frame.event === event) resolve(frame);
      });
    });
  const { data } = await nextFrame("pusher:connection_established");
  const { socket_id } = JSON.parse(data ?? "") as { socket_id: string };
  const channel = `presence-boards.${boardId}`;
  const token = (await context.cookies()).find((cookie) => cookie.name === "XSRF-TOKEN")?.value ?? "";
  const answer = await context.request.post("/broadcasting/auth", {
    headers: { "x-xsrf-token": token },
    form: { socket_id, channel_name: channel },
  });
  const subscribed = nextFrame("pusher_internal:subscription_succeeded");
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
