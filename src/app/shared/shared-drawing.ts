/** The drawing of a link, as the server shows it or as it was kept. */
import type { components } from '../client/schema.ts';
import { transport } from '../client/transport.ts';

export type SharedDrawing = components['schemas']['SharedDrawing'];

export type Shown =
  | {
      readonly kind: 'drawing';
      readonly drawing: SharedDrawing;
      /** Names this state of the drawing. */
      readonly tag: string | null;
      /** When it was read, ISO 8601; undefined if it is of now. */
      readonly keptAt: string | undefined;
    }
  | { readonly kind: 'gone' | 'limited' | 'unreachable' };

/** Reads the drawing of a link. Never rejects. */
export async function readShared(secret: string): Promise<Shown> {
  try {
    const path = `/api/v1/shared/${encodeURIComponent(secret)}`;
    const response = await transport(new Request(new URL(path, location.origin)));
    if (response.status === 404) return { kind: 'gone' };
    if (response.status === 429) return { kind: 'limited' };
    if (!response.ok) return { kind: 'unreachable' };
    const age = response.headers.get('Age');
    const drawing: SharedDrawing = await response.json();
    return {
      kind: 'drawing',
      drawing,
      tag: response.headers.get('ETag'),
      keptAt: age === null ? undefined : new Date(Date.now() - Number(age) * 1000).toISOString(),
    };
  } catch {
    return { kind: 'unreachable' };
  }
}
