import { beforeAll, describe, expect, test } from "vitest";
import { noFacilitator, readAccessPage, roles } from "../../testing/access/access-page.ts";
import { openAccessWalk, walk } from "../../testing/access/access-walk.ts";
import { ownToken, script } from "../../testing/tokens.ts";

/** Every line about boards in docs/access.md once more: each person asks with a token of theirs [U1, U2]. */
const page = readAccessPage();
beforeAll(async () => {
  await openAccessWalk(async (test, person) => {
    if (person === null) return script(test, { token: "retro_revoked" });
    return Object.assign(script(test, await ownToken(test, person)), { user: person.user });
  });
});

/** A token joins no channel [U6]. Every other call treats a token as it treats its user's session. */
const withToken: NonNullable<Parameters<typeof walk>[3]> = ({ call, verdict }, option, role) => {
  const told = verdict(option, role);
  if (told === "–" || !call.endsWith("/broadcasting/auth")) return told;
  return role === "no session" ? "401 unauthenticated" : "403 token_scope";
};

describe("[H5, U1] who may do what with a token is as docs/access.md says", () => {
  test.each(page.options)(
    "%s",
    async (option) => {
      const { found, wanted } = await walk(option, roles, true, withToken);
      expect(found).toEqual(wanted);
    },
    120_000,
  );

  test("no facilitator", async () => {
    const { found, wanted } = await walk("no option", [noFacilitator], false, withToken);
    expect(found).toEqual(wanted);
  }, 120_000);
});
