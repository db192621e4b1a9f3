/** A page with a canvas on coloured paper and nothing else, for real pointers. */
import type { Layer, Stroke } from '../../../../src/core/drawing/types.ts';
import { type Bounds, strokesBounds } from '../../../../src/ink/geometry/bounds.ts';
import { createInk, HOME, type Ink, type InkOptions } from '../../../../src/ink/index.ts';

export interface HandPage {
  /** Begins anew with strokes and a tool, on the base if there are layers. */
  open(
    strokes: readonly Stroke[],
    brush: Pick<InkOptions, 'tool' | 'color' | 'size' | 'opacity'>,
    zoom: number,
    layers?: readonly Layer[],
  ): void;
  /** Sets them while one is drawn, as undo does. */
  setStrokes(strokes: readonly Stroke[]): void;
  panBy(dx: number, dy: number): void;
  /** Selects all strokes of the active layer. */
  selectAll(): void;
  /** Their bounds, drawing units. */
  selected(): Bounds | undefined;
  strokes(): readonly Stroke[];
  settled(): boolean;
  /** Compares two pictures of the screen, PNG in base64: levels by which a channel differs. */
  compare(one: string, other: string): Promise<ScreenDifference>;
}

export interface ScreenDifference {
  readonly greatest: number;
  /** Pixels with ink. */
  readonly inked: number;
  /** Share of the pixels with ink on either that differ by more than 2 levels, and by more than 24. */
  readonly share: number;
  readonly far: number;
}

let ink: Ink | undefined;
const host = document.createElement('div');

const page: HandPage = {
  open(strokes, brush, zoom, layers) {
    ink?.destroy();
    document.body.replaceChildren(host);
    document.body.style.margin = '0';
    Object.assign(host.style, { position: 'absolute', inset: '0', background: '#e9dcc0' });
    const nothing = () => {};
    ink = createInk(host, {
      ...brush,
      penSeen: false,
      fingersDraw: true,
      onEdit: nothing,
      onPen: nothing,
      onCamera: nothing,
      onPenSeen: nothing,
      onFull: nothing,
    });
    if (layers) ink.setLayers(layers);
    ink.setStrokes(strokes);
    ink.setCamera({ ...HOME, x: -3.7, y: 2.3, zoom });
  },
  setStrokes: (strokes) => ink?.setStrokes(strokes),
  panBy: (dx, dy) => ink?.panBy(dx, dy),
  selectAll: () => ink?.selection.all(),
  selected: () => strokesBounds(ink?.selection.strokes ?? []),
  strokes: () => ink?.strokes ?? [],
  settled: () => ink?.settled ?? false,
  async compare(one, other) {
    const [a, b] = await Promise.all([bytesOf(one), bytesOf(other)]);
    const [wholeA, wholeB] = [new Uint32Array(a.buffer), new Uint32Array(b.buffer)];
    // Inside of the ring that shows the focus.
    const paper = wholeA[innerWidth * 8 + 8];
    let [greatest, inked, some, far] = [0, 0, 0, 0];
    for (let i = 0; i < wholeA.length; i++) {
      if (wholeA[i] === paper && wholeB[i] === paper) continue;
      inked += 1;
      let most = 0;
      for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(a[4 * i + k]! - b[4 * i + k]!));
      if (most > 2) some += 1;
      if (most > 24) far += 1;
      greatest = Math.max(greatest, most);
    }
    return { greatest, inked, share: some / Math.max(1, inked), far: far / Math.max(1, inked) };
  },
};

async function bytesOf(png: string): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

// What is predicted is shown before the pointer gets there, and is no part of the stroke.
PointerEvent.prototype.getPredictedEvents = () => [];
Object.assign(globalThis, { handPage: page });
