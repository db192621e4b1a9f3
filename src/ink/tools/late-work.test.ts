import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import type { Edit } from '../scene/edit.ts';
import { LateWork, type Left } from './late-work.ts';

const stroke: Stroke = { tool: 'pen', color: '#000', size: 2, points: [[1, 1]] };
const ERASED: Edit = { kind: 'erase', strokes: [stroke] };

class Page extends EventTarget {
  readonly defaultView = new EventTarget();
  visibilityState = 'visible';
}

let page: Page;
let landed: (Edit | undefined)[];
let work: LateWork;
let isBusy: boolean;

beforeEach(() => {
  page = new Page();
  landed = [];
  isBusy = false;
  work = new LateWork(
    page as unknown as Document,
    (edit) => landed.push(edit),
    () => isBusy,
  );
});

/** Work of so many steps. */
function left(steps: number, edit: Edit | null = ERASED): Left & { done: number } {
  return {
    done: 0,
    step() {
      this.done++;
      return this.done >= steps;
    },
    edit: () => edit ?? undefined,
  };
}

describe('ink: what gestures leave to do', () => {
  test('it is done in slices after the gesture, oldest first, each with its edit, and then what waits for all', async () => {
    const [one, two] = [left(3), left(2, null)];
    const seen: unknown[] = [];
    work.afterwards(() => seen.push('at once'));
    work.add(one);
    work.afterwards(() => seen.push([...landed]));
    work.add(two);
    expect([one.done, two.done, seen, work.isDone]).toEqual([0, 0, ['at once'], false]);
    await vi.waitFor(() => expect(work.isDone).toBe(true));
    expect([one.done, two.done]).toEqual([3, 2]);
    expect(seen).toEqual(['at once', [ERASED, undefined]]);
  });

  test('the edit waits for the end of a gesture, but no longer than two seconds, and not where the page goes away', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    /** Several tasks of the page. */
    const tasks = async () => {
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    isBusy = true;
    const one = left(3);
    work.add(one);
    await tasks();
    work.add(left(1));
    await tasks();
    expect([one.done, landed.length, work.isDone]).toEqual([3, 0, false]);
    isBusy = false;
    work.goOn();
    await tasks();
    expect([one.done, landed, work.isDone]).toEqual([3, [ERASED, ERASED], true]);

    isBusy = true;
    work.add(left(1));
    await tasks();
    expect(landed).toHaveLength(2);
    page.defaultView.dispatchEvent(new Event('pagehide'));
    expect([landed.length, work.isDone]).toEqual([3, true]);

    work.add(left(1));
    await tasks();
    // The end of a gesture right before the next is none to wait for twice.
    for (const ms of [1_000, 950]) {
      vi.advanceTimersByTime(ms);
      work.goOn();
      await tasks();
    }
    expect(landed).toHaveLength(3);
    vi.advanceTimersByTime(50);
    await tasks();
    expect([landed.length, work.isDone]).toEqual([4, true]);
    vi.useRealTimers();
  });

  test('asked for, or where the page may go away, all of it is done at once, and only once', () => {
    const ways: (() => void)[] = [
      () => work.finish(),
      () => page.defaultView.dispatchEvent(new Event('beforeunload')),
      () => page.defaultView.dispatchEvent(new Event('pagehide')),
      () => {
        page.visibilityState = 'hidden';
        page.dispatchEvent(new Event('visibilitychange'));
      },
    ];
    for (const [i, go] of ways.entries()) {
      const one = left(50);
      work.add(one);
      page.dispatchEvent(new Event('visibilitychange'));
      expect(one.done).toBe(0);
      go();
      go();
      expect([one.done, landed.length]).toEqual([50, i + 1]);
    }
  });

  test('a page with nothing left does not hear that it is left', () => {
    const added = vi.spyOn(page.defaultView, 'addEventListener');
    const removed = vi.spyOn(page.defaultView, 'removeEventListener');
    work.add(left(1));
    expect(added).toHaveBeenCalledWith('beforeunload', work.finish, true);
    expect(removed).not.toHaveBeenCalled();
    work.finish();
    expect(removed).toHaveBeenCalledWith('beforeunload', work.finish, true);
  });

  test('work that fails is no edit, and keeps nothing back', () => {
    vi.useFakeTimers();
    const failing: Left = {
      step: () => {
        throw new Error('a fault');
      },
      edit: () => ERASED,
    };
    work.add(failing);
    work.add(left(1));
    work.finish();
    expect(landed).toEqual([undefined, ERASED]);
    expect(() => vi.runAllTimers()).toThrow('a fault');
    vi.useRealTimers();
  });
});
