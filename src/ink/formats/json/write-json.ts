/** Writes a drawing as `PUT /api/v1/drawings/{id}` accepts it, in parts. */
import type { GivenDates } from '../../../core/drawing/dates.ts';
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import { strokeJson } from '../../../core/drawing/strokes/stroke-json.ts';
import type { OptionalMembers, Stroke } from '../../../core/drawing/types.ts';

export function* jsonParts(
  strokes: readonly Stroke[],
  title: string,
  { createdAt, updatedAt, ...members }: GivenDates & OptionalMembers = {},
): Generator<string> {
  yield `{"title":${JSON.stringify(title)},"strokes":[`;
  let first = true;
  for (const stroke of strokes) {
    yield (first ? '\n' : ',\n') + strokeJson(stroke);
    first = false;
  }
  yield `\n],${JSON.stringify({ thumb: '', ...optionalMembers(members), createdAt, updatedAt }).slice(1)}\n`;
}
