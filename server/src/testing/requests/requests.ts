import fc from "fast-check";
import type { ApiCall, Method, Schema } from "./api-document.ts";
import { inheritedNames, mutate, mutations, hostileHeaders, hostileText, textFaults } from "./hostile.ts";
import { placeholders, valuesOf } from "./values.ts";

const actors = ["visitor", "facilitator", "admin", "anonymous"] as const;
export type Actor = (typeof actors)[number];

/** A request with placeholders: plain data, so that a failing run can be printed and kept. */
export interface Request {
  by: Actor;
  /** The call in the document that the request makes. */
  method: Method;
  path: string;
  /** What is sent instead of the call's method, in hostile requests. */
  as?: string;
  params: string[];
  query: [string, string][];
  headers: Record<string, string>;
  type: string | null;
  body: string | null;
}

const multipart = (fields: Record<string, string>): { type: string; body: string } => ({
  type: "multipart/form-data; boundary=----retro",
  body: `${Object.entries(fields)
    .map(([name, value]) => `------retro\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`)
    .join("")}------retro--\r\n`,
});

/** Bodies of calls that do not take JSON with a schema. */
const otherBodies: Record<string, { type: string; body: string }[]> = {
  "post /api/v1/feedback": [
    multipart({ 'name="name"': "Ann", 'name="comment"': "Good", 'name="agree"': "true" }),
    multipart({
      'name="name"': "Ann",
      'name="email"': "ann@example.com",
      'name="comment"': "x".repeat(1001),
    }),
    multipart({ 'name="attachments[]"; filename="a.png"\r\nContent-Type: image/png': "no picture" }),
    multipart({ 'name="__proto__"': "Ann", 'name="constructor"; filename=""': "\0" }),
  ],
  "post /api/v1/boards/import": [
    { type: "text/csv", body: "section,column,text\nGood,1,Tea\n" },
    { type: "text/csv", body: 'a,"b\n' },
    { type: "application/json", body: '{"version":1,"title":"Brought","sections":[]}' },
    { type: "application/json", body: "$file" },
  ],
  "post /api/v1/boards/import/preview": [
    { type: "text/csv", body: "Text;Votes\nTea;2\n" },
    { type: "text/csv", body: 'a,"b\n' },
    { type: "application/json", body: "$file" },
  ],
  "post /broadcasting/auth": [
    { type: "application/x-www-form-urlencoded", body: "socket_id=1.2&channel_name=private-boards.$board" },
    {
      type: "application/x-www-form-urlencoded",
      body: "socket_id=$socket&channel_name=presence-boards.$board",
    },
    { type: "application/x-www-form-urlencoded", body: "socket_id[]=1&channel_name=__proto__" },
  ],
  "post /broadcasting/user-auth": [
    { type: "application/x-www-form-urlencoded", body: "socket_id=$socket" },
    { type: "application/x-www-form-urlencoded", body: "socket_id=__proto__" },
  ],
};

interface Body {
  type: string | null;
  body: string | null;
}

function bodiesOf(call: ApiCall, edge: boolean): fc.Arbitrary<Body> {
  const other = otherBodies[`${call.method} ${call.path}`];
  if (other) return fc.constantFrom(...other);
  const schema = call.operation.requestBody?.content["application/json"]?.schema;
  if (!schema) return fc.constant({ type: null, body: null });
  return valuesOf(schema, edge).map((value) => ({ type: "application/json", body: JSON.stringify(value) }));
}

function hostileBodies(call: ApiCall): fc.Arbitrary<Body> {
  const fault = fc.oneof(
    { weight: 6, arbitrary: fc.constant("none") },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(textFaults)) },
  );
  return fc.tuple(bodiesOf(call, true), mutations, fault).map(([{ type, body }, changes, name]) => {
    if (type !== null && type !== "application/json")
      return { type, body: textFaults[name]?.(body ?? "") ?? body };
    const value = body === null || body === "$file" ? {} : (JSON.parse(body) as unknown);
    const json = JSON.stringify(mutate(value, changes)) ?? "";
    return { type: "application/json", body: textFaults[name]?.(json) ?? json };
  });
}

/** A parameter of the path: mostly one that exists. */
function paramOf(name: string, schema: Schema | undefined): fc.Arbitrary<string> {
  if (name === "itemId")
    return fc.constantFrom("$sticker", "$sticker", "$sticker", "$section", "$column", "$gone");
  if (name === "img") return fc.constantFrom(...placeholders.img);
  if (name === "attachment") return fc.constantFrom(...placeholders.attachment);
  if (name === "page") return fc.constantFrom("terms-of-use", "privacy-policy", "release-notes");
  if (name === "id") return fc.constant("$id");
  if (name === "boardId") return fc.constant("$board");
  if (name === "key") return fc.constantFrom("$key", "$key", "$key", "$gone");
  if (name === "actionId") return fc.constantFrom("$action", "$action", "$action", "$gone");
  return valuesOf(schema ?? {}, false).map(String);
}

const paramNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string);

function queryOf(call: ApiCall, edge: boolean): fc.Arbitrary<[string, string][]> {
  const fields = (call.operation.parameters ?? []).filter((each) => each.in === "query");
  const one = fields.map(({ name, schema, required }) => {
    const value = (
      name === "return" || name === "mine"
        ? fc.constantFrom("items", "1", "")
        : name === "since" || name === "page" || name === "per_page"
          ? fc.constantFrom(...(edge ? [-1, 0, 1, 2, 100, 101, 1_000_001, 1.5, "x", ""] : [1, 2, 20]))
          : name === "tz"
            ? fc.constantFrom("Europe/Berlin", "UTC", ...(edge ? ["Nowhere/At", "__proto__"] : []))
            : valuesOf(schema, edge, name)
    ).map((each) => [name, String(each)] as [string, string]);
    return required === true ? value : fc.option(value);
  });
  return fc.tuple(...one).map((pairs) => pairs.filter((pair) => pair !== null));
}

/** Valid requests according to the document; with `edge`, some exceed a limit by one. */
export function validRequests(call: ApiCall, edge: boolean): fc.Arbitrary<Request> {
  const parameters = call.operation.parameters ?? [];
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]));
  return fc
    .record({
      by: fc.constantFrom(...actors),
      params: fc.tuple(...paramNames(call.path).map((name) => paramOf(name, schemas.get(name)))),
      query: queryOf(call, edge),
      body: bodiesOf(call, edge),
    })
    .map(({ body, ...rest }) => ({ ...rest, ...body, method: call.method, path: call.path, headers: {} }));
}

function hostileRequests(call: ApiCall): fc.Arbitrary<Request> {
  const names = fc.constantFrom(
    "page",
    "per_page",
    "sort",
    "q",
    "mine",
    "since",
    "return",
    "tz",
    ...inheritedNames,
  );
  return fc
    .record({
      proper: validRequests(call, true),
      body: hostileBodies(call),
      params: fc.option(
        fc.array(hostileText, {
          minLength: paramNames(call.path).length,
          maxLength: paramNames(call.path).length,
        }),
        { freq: 2 },
      ),
      // A name may come twice.
      query: fc.array(fc.tuple(names, hostileText), { maxLength: 4 }),
      headers: fc.option(hostileHeaders, { freq: 2 }),
      as: fc.option(fc.constantFrom("get", "post", "put", "delete", "patch", "head", "options"), { freq: 6 }),
    })
    .map(({ proper, body, params, query, headers, as }) => ({
      ...proper,
      ...body,
      params: params ?? proper.params,
      query: [...proper.query, ...query],
      headers: headers ?? {},
      ...(as !== null && as !== call.method && { as }),
    }));
}

/** Any request to any call. */
export function requestsTo(calls: readonly ApiCall[]): fc.Arbitrary<Request> {
  // Not with `chain`, which would make the arbitraries of a call anew for every request.
  const each = calls.map((call) =>
    fc.oneof(
      { weight: 3, arbitrary: validRequests(call, false) },
      { weight: 3, arbitrary: validRequests(call, true) },
      { weight: 4, arbitrary: hostileRequests(call) },
    ),
  );
  return fc.oneof(...each);
}
