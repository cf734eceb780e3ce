import type { Board } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { expect, testWithClock as test } from "./support/fixtures.ts";
import {
  button,
  countdown,
  facilitatorControls,
  setOption,
  openFacilitatedBoard,
} from "./support/facilitation.ts";

test("a seat that was empty for two minutes is taken over; timer and options stay, and the former facilitator returns as a participant [S2]", async ({
  createPerson,
  server,
}) => {
  const { fay, ben, board } = await openFacilitatedBoard(createPerson);
  await setOption(fay, board.id, "hideContent", true);
  await fay.api.send("POST", `/boards/${board.id}/timers`, { count_time: 600 });
  await expect(countdown(ben.page)).toHaveText(/^(10:00|09:\d\d)$/);
  await expect(facilitatorControls(ben.page)).toBeDisabled();
  const fayIsHere = ben.page.getByRole("img", { name: /^Fay/ });
  await expect(fayIsHere).toBeVisible();
  await fay.page.close();
  await expect(fayIsHere).toHaveCount(0);

  await server.advanceClock(limits.seatEmptyMs + 1000);
  await ben.page.clock.fastForward(limits.seatEmptyMs + 1000);
  const answer = ben.page.waitForResponse((response) => response.url().endsWith("/facilitators"));
  await button(ben.page, "Fay is away. You can take over").click();
  await button(ben.page.getByRole("dialog", { name: "Take over the session" }), "Take over").click();
  expect((await answer).status()).toBe(200);
  await expect(facilitatorControls(ben.page)).toBeEnabled();
  await expect(button(ben.page, "Board settings")).toBeEnabled();
  await expect(countdown(ben.page)).toHaveText(/^07:\d\d$/);
  const { facilitator_id, facilitator_options, timer } = await ben.api.get<Board>(`/boards/${board.id}`);
  expect(facilitator_id).toBe(ben.user.id);
  expect(facilitator_options.hideContent).toBe(true);
  expect(timer).toMatchObject({ countTime: 600, pauseTime: null });

  const back = await fay.context.newPage();
  await back.goto(board.path);
  await expect(countdown(back)).toHaveText(/^07:\d\d$/);
  await expect(facilitatorControls(back)).toBeDisabled();
  await expect(button(back, "Board settings")).toBeDisabled();
});
