import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyStroke, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import { eraseStep, type Step } from './history.ts';
import { stepOfText, stepText } from './step-text.ts';

const item = fc.record({ stroke: anyStroke, below: fc.array(fc.string(), { maxLength: 4 }) });
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add' as const, 'erase' as const), items: fc.array(item) }),
  fc.record({
    kind: fc.constant('replace' as const),
    items: fc.array(
      fc.tuple(item, fc.array(anyStroke)).map(([one, by]) => ({ ...one, by })),
      { maxLength: 60 },
    ),
  }),
  fc.record(
    {
      kind: fc.constant('layers' as const),
      from: fc.constant(ONE_LAYER),
      to: fc.constant(ONE_LAYER),
      items: fc.array(item),
      come: fc.array(item, { maxLength: 60 }),
      papers: fc.constant({ from: WHITE, to: { color: '#25211c' } }),
    },
    { requiredKeys: ['kind', 'from', 'to', 'items'] },
  ),
);

test('studio: any step, of strokes or layers, can be read from its text', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (step) => {
      expect(stepOfText(await stepText(step))).toEqual(JSON.parse(JSON.stringify(step)));
      expect(stepOfText(step)).toBe(step);
    }),
  );
});

test('studio: a long step is serialised in slices', async () => {
  const points = Array.from({ length: 40 }, (_, i) => [i, 0.25] as const);
  const all = Array.from({ length: 6_000 }, (_, i) => ({ ...stroke(i), points }));
  const erased = eraseStep(all, all);
  const taken = { kind: 'layers', from: ONE_LAYER, to: ONE_LAYER, items: [], come: erased.items } as const;
  for (const step of [erased, taken]) {
    let turns = 0;
    const others = new MessageChannel();
    others.port1.onmessage = () => {
      turns++;
      others.port2.postMessage(null);
    };
    others.port2.postMessage(null);
    const text = await stepText(step);
    others.port1.close();
    expect(turns).toBeGreaterThan(2);
    expect(text).toBe(JSON.stringify(step));
  }
});
