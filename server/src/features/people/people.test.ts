import { expect, test } from "vitest";
import { eachEngine } from "../../testing/stores.ts";
import { buildTestApp } from "../../testing/app.ts";

eachEngine("people", (open) => {
  test("a visitor comes in with a solved puzzle and is known afterwards", async () => {
    const { visitor } = await buildTestApp({ store: await open() });
    const ann = await visitor({ name: "Ann" });
    expect(ann.user).toMatchObject({ name: "Ann", role: "anonymous", options: { isAvatarStickers: true } });
    expect((await ann.get("/api/v1/users/auth")).json()).toEqual({ data: ann.user });
  });
});
