/**
 * The texts of the elements of the array `messages` in a frame's body, byte for byte: the public log hashes them as they were signed. The body is valid
 * JSON with `messages` as a key of its outermost object; undefined when it has none.
 */
export function messageTexts(body: string): readonly string[] | undefined {
  const start = findArray(body);
  return start === undefined ? undefined : elements(body, start);
}

/** Position behind the bracket that opens the array. */
function findArray(body: string): number | undefined {
  let depth = 0;
  let found: number | undefined;
  for (let i = 0; i < body.length; i++) {
    const letter = body[i];
    if (letter === '"') {
      const end = endOfString(body, i);
      // A repeated key: the last one counts, as in JSON.parse.
      const array =
        depth === 1 && body.slice(i, end) === '"messages"' ? /^\s*:\s*\[/.exec(body.slice(end, end + 16)) : null;
      if (array) found = end + array[0].length;
      i = end - 1;
    } else if (letter === "{" || letter === "[") depth++;
    else if (letter === "}" || letter === "]") depth--;
  }
  return found;
}

function elements(body: string, start: number): readonly string[] {
  const texts: string[] = [];
  let depth = 0;
  let begin = start;
  for (let i = start; i < body.length; i++) {
    const letter = body[i];
    if (letter === '"') i = endOfString(body, i) - 1;
    else if (letter === "{" || letter === "[") depth++;
    else if (depth > 0 && (letter === "}" || letter === "]")) depth--;
    else if (depth === 0 && (letter === "," || letter === "]")) {
      const text = body.slice(begin, i).trim();
      if (text !== "") texts.push(text);
      if (letter === "]") return texts;
      begin = i + 1;
    }
  }
  return texts;
}

function endOfString(body: string, start: number): number {
  for (let i = start + 1; i < body.length; i++) {
    if (body[i] === "\\") i++;
    else if (body[i] === '"') return i + 1;
  }
  return body.length;
}
