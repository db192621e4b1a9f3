/** Reads the drawing of a link, from the server or from this device's copy. */
import type { components } from '../client/schema.ts';
import { transport } from '../client/transport.ts';

export type SharedDrawing = components['schemas']['SharedDrawing'];

export type Shown =
  | {
      readonly kind: 'drawing';
      readonly drawing: SharedDrawing;
      /** ETag of the drawing's state. */
      readonly tag: string | null;
      /** When this device copied it, ISO 8601; undefined if it comes from the server now. */
      readonly keptAt: string | undefined;
    }
  /** `ended`: `gone`, after it was shown. */
  | { readonly kind: 'gone' | 'ended' | 'limited' | 'unreachable' };

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
