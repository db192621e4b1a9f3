/** Reads a drawing that opens. A large one is drawn before its strokes are parsed here: both at once would be slow. */
import type { Drawing } from '../../../../core/drawing/types.ts';
import { strokesBounds } from '../../../../ink/index.ts';
import type { DrawingsPort, PortResult } from '../../document/drawings-port.ts';

/** A document of more bytes is drawn first. */
const DRAW_FIRST_SIZE = 1_000_000;
/** Most ms to wait for that. */
const DRAW_FIRST_MS = 1_000;

export interface DrawFirst {
  /** Takes the JSON of the drawing. */
  show(document: ArrayBuffer): Promise<void>;
  /** Resolves when it is drawn; undefined without a canvas. */
  drawn(): Promise<void> | undefined;
}

export interface ReadDrawing {
  readonly drawing: Drawing;
  /** Bytes of its JSON. */
  readonly bytes: number;
}

/** Rejects if there was no response. */
export async function readDrawing(
  port: DrawingsPort,
  id: string,
  first: DrawFirst,
): Promise<PortResult<ReadDrawing>> {
  let bytes = 0;
  const result = await port.read(id, {
    onDocument: async (document) => {
      // Counted now: showing the document hands it over.
      bytes = document.byteLength;
      await first.show(document);
      const drawn = first.drawn();
      if (bytes < DRAW_FIRST_SIZE || !drawn) return;
      await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, DRAW_FIRST_MS))]);
    },
    // Computes the bounds of each part now, instead of all at once later.
    onStrokes: (strokes) => void strokesBounds(strokes),
  });
  return result.ok ? { ok: true, value: { drawing: result.value, bytes } } : result;
}
