/** The contents of this device for an export, read through the API, also when offline. */
import { type Library, Unreadable } from '../../../api/archive/library.ts';
import { PHOTO_TYPES } from '../../../core/drawing/members/photo.ts';
import { repeatable } from '../../client/client.ts';
import { problemWords } from '../../words/problems.ts';

/** @param send sends a request to the application on this device */
export function apiLibrary(send: (request: Request) => Promise<Response>): Library {
  const get = (path: string) =>
    repeatable(async () => {
      const response = await send(new Request(new URL(`/api/v1${path}`, location.origin)));
      return { response, text: await response.text() };
    });

  /** @throws Unreadable if the entry is damaged */
  async function text(path: string): Promise<string> {
    const { response, text } = await get(path);
    if (response.ok) return text;
    throw problem(response, text);
  }

  return {
    async count() {
      const { drawings, trashed } = JSON.parse(await text('/status'));
      return drawings + trashed;
    },
    async *ids() {
      let since = '';
      for (;;) {
        const page = JSON.parse(await text(`/drawings/changes?limit=1000${since}`));
        for (const { id, deleted } of page.changes) if (deleted !== true) yield id;
        since = `&since=${page.cursor}`;
        if (!page.has_more) return;
      }
    },
    async document(id) {
      const { response, text } = await get(`/drawings/${id}`);
      if (response.ok) return text;
      if (response.status === 404) return undefined;
      throw problem(response, text);
    },
    photo: (id) =>
      repeatable(async () => {
        const address = new URL(`/api/v1/drawings/${id}/underlay`, location.origin);
        const response = await send(new Request(address));
        if (response.status === 404) return undefined;
        if (!response.ok) throw problem(response, await response.text());
        const type = PHOTO_TYPES.find((one) => one === response.headers.get('Content-Type'));
        if (type === undefined) throw new Unreadable('its type is unknown');
        return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
      }),
    profile: () => text('/profile'),
  };
}

function problem(response: Response, text: string): Error {
  const words = problemWords(jsonOf(text), response);
  return response.status === 500 ? new Unreadable(words) : new Error(words);
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
