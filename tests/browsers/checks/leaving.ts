import assert from 'node:assert/strict';
import { ask } from '../api.ts';
import { until } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import { drawAndSave, newDrawing, openDrawing } from '../studio.ts';
import type { Check } from './check.ts';

const RED = { tool: 'pen', color: '#d02020', size: 40 };

export const leavingChecks: readonly Check[] = [
  {
    name: 'studio: a drawing that was drawn on just now is left for the address of another one, which opens and shows its strokes',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      await drawAndSave(engine, 2);
      const id = crypto.randomUUID();
      const points = Array.from({ length: 12 }, (_, i) => [200 + i * 20, 200 + i * 10]);
      const json = { title: 'Another one', thumb: '', strokes: [{ ...RED, points }] };
      const put = await ask(engine, 'PUT', `/drawings/${id}`, { json, headers: { 'If-None-Match': '*' } });
      assert.equal(put.status, 201, put.text);

      // The browser may keep the page that is left: nothing that it was writing may be in the way of this one.
      await openDrawing(engine, site.url, id);
      await until('it is open', () => engine.run(isOpen));
      await until('its stroke is there', () => engine.run(hasRed));
    },
  },
];

/** Runs in the page. */
function isOpen(): boolean {
  return document.querySelector('[role=application]')?.getAttribute('aria-busy') === 'false';
}

/** Runs in the page: true if the canvas shows ink of the other drawing's colour. */
function hasRed(): boolean {
  const layers = document.querySelectorAll<HTMLCanvasElement>('[role=application] canvas');
  return [...layers].some((layer) => {
    const { width, height } = layer;
    if (width === 0 || height === 0) return false;
    const seen = layer.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    for (let i = 0; i < seen.length; i += 4) {
      if (seen[i]! > 180 && seen[i + 1]! < 80 && seen[i + 2]! < 80) return true;
    }
    return false;
  });
}
