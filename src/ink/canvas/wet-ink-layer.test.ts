import { afterEach, expect, test, vi } from 'vitest';
import { emptySamples } from '../geometry/stroke-samples.ts';
import { HOME } from '../view/camera.ts';
import { WetInkLayer, type WetSheet } from './wet-ink-layer.ts';

afterEach(() => void vi.unstubAllGlobals());

function layer(): WetInkLayer {
  const context = { clearRect: () => {}, putImageData: () => {} };
  const element = {
    style: {} as Record<string, string>,
    dataset: {} as Record<string, string>,
    width: 0,
    height: 0,
    getContext: () => context,
    addEventListener: () => {},
  };
  vi.stubGlobal('document', { createElement: () => element });
  vi.stubGlobal('ImageData', class {});
  const made = new WetInkLayer();
  made.resize({ width: 200, height: 100 }, 1);
  return made;
}

test('ink: a stroke being drawn is as its layer will be, and mixes with no ink below that', () => {
  const wet = layer();
  const looks = (sheet: WetSheet) => {
    wet.sheet = () => sheet;
    return ['pen', 'marker', 'wash'].map((tool) => {
      wet.begin({ tool, color: '#000', size: 4 }, HOME);
      const { zIndex, mixBlendMode, opacity } = wet.element.style;
      return [zIndex, mixBlendMode, opacity].join();
    });
  };
  expect(looks({ opacity: 1, isAbove: false })).toEqual([',,', '-1,,', ',multiply,']);
  expect(looks({ opacity: 0.5, isAbove: true })).toEqual([',,0.5', ',,0.5', ',,0.5']);
  const glaze = ',multiply,0.5';
  expect(looks({ opacity: 0.5, blend: 'multiply', isAbove: true })).toEqual([glaze, glaze, glaze]);
});

test('ink: the layer of the stroke being drawn is there for the browser only while one is drawn', () => {
  const wet = layer();
  expect(wet.element.style.visibility).toBe('hidden');
  wet.begin({ tool: 'pen', color: '#000', size: 4 }, HOME);
  const line = { ...emptySamples(), x: [10, 60], y: [10, 60] };
  wet.draw(line, emptySamples());
  expect(wet.element.style.visibility).toBe('');
  // The view has another size now.
  wet.resize({ width: 300, height: 100 }, 1);
  expect(wet.element.style.visibility).toBe('');
  wet.clear();
  expect(wet.element.style.visibility).toBe('hidden');
  wet.resize({ width: 200, height: 100 }, 1);
  expect(wet.element.style.visibility).toBe('hidden');
});
