import type { Visitor } from "../app.ts";
import { makeSpacePlace } from "../access/space-calls.ts";
import type { Secret } from "./world.ts";

const vote = (scene: { url: string }, by: Visitor, item: { id: string }) =>
  by.post(`${scene.url}/items/${item.id}/vote`);

const answerQuestion = (scene: { url: string }, by: Visitor, value: number) =>
  by.put(`${scene.url}/questions/worth/answer`, { value });

/** What a participant must not learn [H1, H2, M5, Q2, V5, V10]. */
export const secrets: Record<string, Secret> = {
  "who has voted for what": {
    options: { votes: { limit: 4, item: "board" }, concealVoteCount: true },
    async hide({ scene, people: { facilitator, owner, other }, world }) {
      const { sticker, anchor } = scene;
      const [twice, once] = world === 0 ? [owner, other] : [other, owner];
      for (const item of [sticker, anchor]) await vote(scene, twice, item);
      await vote(scene, once, world === 0 ? sticker : anchor);
      await vote(scene, facilitator, world === 0 ? anchor : sticker);
    },
  },
  "who has voted for what in a section, the answers to an open question, and the passphrase": {
    options: { votes: { limit: 2, item: "section" }, concealVoteCount: true },
    passphrase: (world) => ["the first passphrase", "another, longer passphrase"][world],
    async hide({ scene, people: { owner, other }, world }) {
      const { sticker, anchor } = scene;
      await vote(scene, owner, world === 0 ? sticker : anchor);
      await vote(scene, other, sticker);
      await answerQuestion(scene, owner, world === 0 ? 1 : 5);
      await answerQuestion(scene, other, world === 0 ? 2 : 5);
    },
  },
  "a hidden text, and who has answered what": {
    options: { hideContent: true },
    text: (world) => ["Short", "A text of another length"][world],
    async hide({ scene, people: { facilitator, owner, other }, world }) {
      const { url, sticker, action } = scene;
      const text = world === 0 ? "Brief" : "Of another length, too";
      await owner.put(`${url}/items/${sticker.id}`, { name: text });
      await owner.put(`${url}/items/${sticker.id}`, { note: text });
      await owner.put(`${url}/actions/${action.id}`, { text, due_on: `2026-12-0${world + 1}` });
      await owner.put(`${url}/items/${sticker.id}/reactions/${world === 0 ? "heart" : "party"}`);
      const answers = world === 0 ? [1, 3, 5] : [5, 1, 3];
      for (const [i, by] of [facilitator, owner, other].entries())
        await answerQuestion(scene, by, answers[i] ?? 0);
      await facilitator.post(`${url}/questions/end`, { kinds: ["worth"] });
    },
  },
  "everything on a board with a new passphrase, and in a space with a new link": {
    options: {},
    text: (world) => ["Short", "A text of another length"][world],
    async hide({ test, scene, people, world }) {
      const { facilitator, owner, other, participant } = people;
      const place = await makeSpacePlace(test, facilitator, (key) =>
        participant.get(`/api/v1/spaces/${key}`),
      );
      const text = world === 0 ? "Brief" : "Of another length, too";
      await facilitator.put(`/api/v1/spaces/${place.now.key}`, { name: text });
      await facilitator.put(`/api/v1/boards/${place.now.board}`, { title: text });
      await facilitator.put(scene.url, { title: text, description: text });
      await vote(scene, owner, world === 0 ? scene.sticker : scene.anchor);
      const passphrase = `${text}, the new passphrase`;
      await facilitator.put(`${scene.url}/passphrase`, { passphrase });
      for (const by of [owner, other]) await by.post(`${scene.url}/pass`, { passphrase });
      return place.former;
    },
  },
};
