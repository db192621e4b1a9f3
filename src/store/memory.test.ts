import { describe, it } from 'vitest';
import { storeCases } from '../../tests/store/suite.ts';
import { realStrokes } from '../../tests/support/drawing/strokes.ts';
import { memoryStore } from './memory.ts';

describe('store: memory', () => {
  const strokes = realStrokes(200);
  for (const { name, run } of storeCases.filter(({ durable }) => !durable)) {
    it(name, () => run({ open: async () => memoryStore(), strokes }));
  }
});
