/** The lasso while an eraser still works out what it took. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { Lasso } from './lasso.ts';
import { at, FakeToolContext } from './tool-context.fake.ts';

const dash = (x: number): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 2,
  points: [
    [x, 100],
    [x + 20, 100],
  ],
});

let context: FakeToolContext;
let lasso: Lasso;
const [whole, part, other] = [dash(100), dash(100), dash(300)];

beforeEach(() => {
  context = new FakeToolContext();
  context.strokes = [whole, other];
  lasso = new Lasso(context);
  context.later(() => ({
    step: () => true,
    edit: () => ({ kind: 'replace', swaps: [{ stroke: whole, by: [part] }] }),
  }));
});

function around(left: number, right: number): void {
  lasso.start(at(left, 80), 'mouse');
  lasso.move([at(right, 80), at(right, 120), at(left, 120)]);
  lasso.end();
}

const picked = () => context.selection.strokes;

describe('ink: the lasso picks what an eraser leaves', () => {
  test('a loop is drawn at once, and picks once the parts are there', () => {
    lasso.start(at(80, 80), 'mouse');
    expect(context.shown).toBeDefined();
    lasso.move([at(140, 80), at(140, 120), at(80, 120)]);
    expect(context.isBehind).toBe(true);
    lasso.end();
    expect([picked(), context.shown]).toEqual([[], undefined]);
    context.finish();
    expect(picked()).toEqual([part]);
    expect(picked()[0]).toBe(part);
  });

  test('so does a tap, and a tap or a loop that the next gesture follows picks before that', () => {
    lasso.start(at(110, 100), 'mouse');
    lasso.end();
    expect(picked()).toEqual([]);
    context.isAdding = true;
    lasso.start(at(310, 100), 'mouse');
    expect(picked()).toEqual([part]);
    lasso.end();
    expect(picked()).toEqual([part, other]);
  });

  test('another tool forgets a loop that has not picked', () => {
    around(80, 140);
    lasso.leave();
    context.finish();
    expect([picked(), context.counts]).toEqual([[], []]);
  });

  test('what changes selected strokes has the parts first', () => {
    context.selection.set([whole, other]);
    context.selection.recolor('#c00');
    expect(context.strokes).toEqual([part, { ...other, color: '#c00' }]);
    expect(context.edits).toHaveLength(2);
  });
});
