import { describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { fillTracker, trackerTemplate, webAddress } from "./web-address.ts";

const accepts = (schema: typeof webAddress, text: string) => safeParse(schema, text).success;

describe("[G14] the link of an action", () => {
  test.each([
    "https://t.example/browse/RET-1",
    "http://jira:8080/x?y=1#z",
    "HTTPS://T.EXAMPLE",
    " https://t.example ",
  ])("may be %s", (text) => expect(accepts(webAddress, text)).toBe(true));
  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//t.example/1",
    "t.example/1",
    "https://",
    "https://real.example@evil.example/",
    "https://user:password@t.example/",
    "https://t.example/a b",
    "https:\\\\evil.example",
    "https://t.example:99999/",
    "http://[::1]:x/",
    `https://t.example/${"a".repeat(2000)}`,
  ])("attack: is never %s", (text) => expect(accepts(webAddress, text)).toBe(false));
});

describe("[G14] the address of a new issue", () => {
  const issue = "https://t.example/new?title={title}&body={text}";
  test("has the title behind a fixed host", () => {
    expect(accepts(trackerTemplate, issue)).toBe(true);
    expect(accepts(trackerTemplate, "https://t.example/{title}")).toBe(true);
  });
  test.each([
    "https://t.example/new",
    "https://{title}/new",
    "https://{title}.example/new?t={title}",
    "https://t.example{title}",
    "https://t.example:99999/{title}",
    "javascript:alert('{title}')",
    "https://t.example/new?t={title}&p={password}",
  ])("attack: is never %s", (text) => expect(accepts(trackerTemplate, text)).toBe(false));

  test.each([".", ".."])("attack: %s in a path takes no part of the address away", (title) => {
    const values = { title, text: "", owner: "", due: "", board: "", link: "" };
    const filled = fillTracker("https://t.example/team/new/{title}", values);
    expect(filled).toBe(`https://t.example/team/new/${title}%20`);
  });

  test("attack: what an action says adds no part to the address", () => {
    const text = "a&b=c#d /../\n{owner}";
    const values = { title: "T", text, owner: "Ann", due: "", board: "", link: "" };
    expect(fillTracker(issue, values)).toBe(
      "https://t.example/new?title=T&body=a%26b%3Dc%23d%20%2F..%2F%0A%7Bowner%7D",
    );
  });
});
