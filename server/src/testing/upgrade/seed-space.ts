import type { TestApp, TestResponse, Visitor } from "../app.ts";
import { makeSpace, makeSpaceBoard } from "../spaces.ts";

const requireSuccess = async (answer: Promise<TestResponse>): Promise<void> => {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`the fixture's space was refused: ${statusCode} ${body}`);
};

/**
 * A space with an open and an archived board, stickers, an action, a timer that it remembers, and a template.
 */
export async function seedSpace(
  test: TestApp,
  ann: Visitor,
  bob: Visitor,
): Promise<{ key: string; boards: { team: string; shelved: string } }> {
  const key = await makeSpace(ann, "Команда платформы");
  const team = await makeSpaceBoard(ann, key, { title: "Ретро релиза", template: "Sailboat" });
  const shelved = await makeSpaceBoard(bob, key, { title: "Release retro", defaults: false });
  for (const [by, { id }, texts] of [
    [ann, team, ["Ускорить релиз", "Release notes are late"]],
    [bob, shelved, ["Релиз без боли"]],
  ] as const) {
    const url = `/api/v1/boards/${id}`;
    const tree = (await by.get(`${url}/items`)).json<{ data: { children: { id: string }[] }[] }>().data;
    for (const title of texts)
      await requireSuccess(by.post(`${url}/items`, { title, parent_id: tree[0]?.children[0]?.id }));
  }
  await requireSuccess(
    ann.post(`/api/v1/boards/${team.id}/actions`, {
      text: "Автоматизировать релиз",
      link: "https://tracker.example/PLAT-12",
    }),
  );
  await requireSuccess(ann.post(`/api/v1/boards/${team.id}/timers`, { count_time: 420 }));
  await requireSuccess(ann.delete(`/api/v1/boards/${team.id}/timers`));
  await requireSuccess(bob.put(`/api/v1/boards/${shelved.id}/archive`, { archived: true }));
  const { db } = test.deps.database;
  const { id } = await db.selectFrom("spaces").select("id").executeTakeFirstOrThrow();
  await db
    .insertInto("space_templates")
    .values({
      id: "1f7c2f0a-6f3c-4a3e-9a60-0a3d1c8c2b11",
      space_id: id,
      title: "Наш формат",
      description: "",
      sections: JSON.stringify([{ title: "Хорошо", style: { self: { backgroundColor: "#eeeeee" } } }]),
      created_at: test.time.now,
    })
    .execute();
  return { key, boards: { team: team.id, shelved: shelved.id } };
}
