import fc from "fast-check";

/** Names that every object inherits. */
export const inheritedNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "%00",
  "../../etc/passwd",
  "..%2f..",
  "'; drop table boards; --",
  '" or 1=1',
  "null",
  "-1",
  "1e999",
  "NaN",
  "\u202etxt\u2028\u2029\ufeff",
  "é́́́",
  "🦦".repeat(1001),
  "x".repeat(70_000),
  ...inheritedNames,
];

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
);

const deep = (depth: number, inArray: boolean): unknown => {
  let value: unknown = "$sticker";
  for (let i = 0; i < depth; i += 1) value = inArray ? [value] : { title: value };
  return value;
};

const hostileValue: fc.Arbitrary<unknown> = fc.oneof<fc.WeightedArbitrary<unknown>[]>(
  { weight: 6, arbitrary: hostileText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, 5941),
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], { length: 1 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(deep(40, true), deep(40, false), deep(3000, true)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 500 }, () => ({ title: "x" }))) },
);

/** One change to a JSON value: the index of the place, and the change. */
const mutation = fc.record({
  at: fc.nat(20),
  how: fc.constantFrom("replace", "replace", "remove", "add", "wrap", "repeat"),
  value: hostileValue,
  key: fc.oneof(fc.constantFrom(...inheritedNames, "id", "title", "items", "length", ""), hostileText),
});
export const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

interface MutationTarget {
  holder: Record<string, unknown>;
  key: string;
}

/** Places down to a depth: a value may be nested thousands deep. */
function placesIn(holder: Record<string, unknown>, depth = 10): MutationTarget[] {
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key];
    const goesOn = depth > 0 && typeof value === "object" && value !== null;
    return [{ holder, key }, ...(goesOn ? placesIn(value as Record<string, unknown>, depth - 1) : [])];
  });
}

/** Sets an own property, also one whose name every object inherits. */
function set(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The value with the changes made. */
export function mutate(original: unknown, changes: readonly Mutation[]): unknown {
  const root: Record<string, unknown> = { value: structuredClone(original) };
  for (const { at, how, value: drawn, key: name } of changes) {
    // A later change may go into it.
    const value = structuredClone(drawn);
    const places = placesIn(root);
    const place = places[at % places.length];
    // The whole value was removed.
    if (place === undefined) continue;
    const { holder, key } = place;
    const target = holder[key];
    if (how === "replace") set(holder, key, value);
    else if (how === "remove") delete holder[key];
    else if (how === "wrap") set(holder, key, [target]);
    else if (how === "repeat") set(holder, key, [target, target]);
    else if (Array.isArray(target)) target.push(value);
    else if (typeof target === "object" && target !== null) set(target, name, value);
    else set(holder, key, { [name]: value });
  }
  return root["value"];
}

/** Changes to the text of a body that no JSON library would write. */
export const textFaults: Record<string, (json: string) => string> = {
  none: (json) => json,
  cut: (json) => json.slice(0, Math.floor(json.length / 2)),
  doubled: (json) => json + json,
  twice: (json) => json.replace("{", '{"title":"first","title":"second","parent_id":1,'),
  mark: (json) => `\ufeff${json}`,
  comment: (json) => `/* */${json}`,
  nothing: () => "",
  space: () => "   ",
  number: () => "1",
  proto: () => '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  brackets: () => "[".repeat(20_000),
  huge: (json) => `{"pad":"${"x".repeat(1_200_000)}","real":${json || "null"}}`,
  digits: (json) => json.replace(/\d+/, "1".repeat(5000)) || "1".repeat(5000),
  "no quotes": (json) => json.replaceAll('"', ""),
};

/** Headers that break careless parsers. */
export const hostileHeaders = fc.dictionary(
  fc.constantFrom(
    "content-type",
    "accept",
    "accept-language",
    "accept-encoding",
    "content-encoding",
    "transfer-encoding",
    "cookie",
    "x-xsrf-token",
    "x-socket-id",
    "x-forwarded-for",
    "x-http-method-override",
    "if-none-match",
    "range",
    "origin",
    "authorization",
    "expect",
  ),
  fc.constantFrom(
    "",
    "application/json",
    "application/json; charset=utf-16",
    "APPLICATION/JSON;;;",
    "text/plain",
    "text/csv",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "*/*;q=2, ,;",
    "gzip, br;q=9, *;q=-1",
    "ru-RU;q=0.1,__proto__,en;q=x",
    "retro_session=__proto__; XSRF-TOKEN=constructor",
    "1.2",
    "127.0.0.1, ::1, nonsense",
    "DELETE",
    "bytes=0-,5-1,-0",
    "Bearer __proto__",
    "null",
    "x".repeat(4000),
  ),
  { minKeys: 1, maxKeys: 3 },
);
