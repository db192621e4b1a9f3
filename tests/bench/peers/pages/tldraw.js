// @ts-nocheck Its packages are installed when it is built, outside of this project.
/** Tldraw with the strokes of /strokes.json, stored in its own database by the first visit; its pen in hand. */
import { getAssetUrlsByImport } from '@tldraw/assets/imports.vite';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { compressLegacySegments, createShapeId, Tldraw } from 'tldraw';
import 'tldraw/tldraw.css';

/** Its four widths at scale 1, px. */
const WIDTHS = { s: 2, m: 3.5, l: 5, xl: 10 };
const COLORS = ['black', 'red', 'blue', 'green', 'orange', 'violet'];

function shapeOf({ size, color, points }) {
  const [[x, y]] = points;
  const name = Object.keys(WIDTHS).find((one) => WIDTHS[one] >= size) ?? 'xl';
  const free = { type: 'free', points: points.map(([px, py]) => ({ x: px - x, y: py - y, z: 0.5 })) };
  const segments = compressLegacySegments([free]);
  const props = { color: COLORS[color], size: name, segments, isComplete: true };
  return { id: createShapeId(), type: 'draw', x, y, props };
}

async function mounted(editor) {
  if (editor.getCurrentPageShapeIds().size === 0) {
    const strokes = await (await fetch('/strokes.json')).json();
    editor.createShapes(strokes.map(shapeOf));
  }
  editor.zoomToFit({ immediate: true });
  editor.setCurrentTool('draw');
}

createRoot(document.querySelector('#root')).render(
  createElement(Tldraw, {
    persistenceKey: 'peers',
    // Its usual limit is 4,000.
    options: { maxShapesPerPage: 40_000 },
    assetUrls: getAssetUrlsByImport(),
    onMount: (editor) => void mounted(editor),
  }),
);
