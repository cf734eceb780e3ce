/** Before the first retry and the second (spec 9.12). */
const pausesMs = [1000, 4000];

interface PuzzleBody {
  data?: { puzzle?: unknown };
  errors?: unknown[];
}
type Answer = Response | "refused" | "unreachable";

/**
 * Asks the addresses in their order until one gives a puzzle. If one of them cannot be reached, asks all again up to
 * twice (spec 7.3).
 * @param query of the puzzle's address, from the question mark on
 * @returns the answer with the puzzle, or the one that says that an address does not allow this site; otherwise an
 * empty 503. It never rejects, so that the library does not try again itself.
 */
export async function fetchPuzzle(
  endpoints: readonly string[],
  query: string,
  init?: RequestInit,
): Promise<Response> {
  for (const pauseMs of [...pausesMs, null]) {
    let unreachable = false;
    for (const endpoint of endpoints) {
      const answer = await ask(endpoint + query, init);
      if (answer instanceof Response) return answer;
      unreachable ||= answer === "unreachable";
    }
    if (!unreachable || pauseMs === null) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return new Response(null, { status: 503 });
}

async function ask(url: string, init?: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    return "unreachable";
  }
  const { status } = response;
  // A portal or a proxy may answer with a page.
  const body = (await response.json().catch(() => null)) as PuzzleBody | null;
  const isPuzzle = response.ok && typeof body?.data?.puzzle === "string";
  const isForbidden = body?.errors?.[0] === "endpoint_not_enabled";
  return isPuzzle || isForbidden ? new Response(JSON.stringify(body), { status }) : "refused";
}

/** How many parts the set of an answer has; null if the answer has none. */
export async function countParts(answer: Response): Promise<number | null> {
  if (!answer.ok) return null;
  const { data } = (await answer.clone().json()) as { data: { puzzle: string } };
  return atob(data.puzzle.split(".")[1] ?? "").charCodeAt(14);
}
