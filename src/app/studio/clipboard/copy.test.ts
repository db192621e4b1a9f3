import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Stroke } from '../../../core/drawing/types.ts';
import { clipboard as words } from '../../words/en/studio/clipboard.ts';
import type { ShortcutContext } from '../controls/shortcut.ts';
import { NO_HISTORY } from '../document/history.ts';
import type { toastOf } from '../session/toast-with-undo.ts';

const said = vi.hoisted(() => vi.fn<(text: string, action?: { readonly label: string }) => void>());
vi.mock('../../ui/toasts.ts', () => ({ dismissToast: () => {} }));
vi.mock('../session/toast-with-undo.ts', () => ({
  toastOf: (...[, text, , action]: Parameters<typeof toastOf>) => said(text, action),
}));
// What is said while it lasts is not of interest here.
vi.mock('./long-work.ts', () => ({ showingLong: (_: unknown, work: Promise<boolean>) => work }));
vi.mock('../../../ink/formats/common/limits.ts', async (read) => ({ ...(await read()), FILE_MAX: 5_000 }));

const stroke: Stroke = {
  tool: 'pen',
  color: '#1f1b16',
  size: 4,
  points: [
    [0, 0],
    [40, 30],
  ],
};

/** Queries of devices with touch only, or with a mouse. */
const touchOnly = (is: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: is }));

/** Copies so many strokes, and resolves with what the page says. */
async function copied(count: number): Promise<string> {
  const { copySelection } = await import('./copy.ts');
  const strokes = Array.from({ length: count }, () => stroke);
  const selection = { strokes, putDown: () => {} };
  const session = { id: 'a', history: { now: { peek: () => NO_HISTORY } } };
  copySelection({ session, ink: { selection } } as unknown as ShortcutContext);
  await vi.waitFor(() => expect(said).toHaveBeenCalled(), 10_000);
  return String(said.mock.calls.at(-1)?.[0]);
}

describe('studio: a copy of many strokes', () => {
  beforeEach(() => {
    vi.stubGlobal('addEventListener', () => {});
    touchOnly(false);
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly types: Record<string, Promise<Blob>>;
        constructor(types: Record<string, Promise<Blob>>) {
          this.types = types;
        }
      },
    );
    const write = async ([item]: { types: Record<string, Promise<Blob>> }[]) => {
      await Promise.all(Object.values(item?.types ?? {}));
    };
    vi.stubGlobal('navigator', { clipboard: { write } });
  });
  afterEach(() => {
    said.mockClear();
    vi.unstubAllGlobals();
  });

  test('that is longer than what any paste takes stays here, and says so', async () => {
    expect(await copied(3)).toBe(words.copied(3));
    said.mockClear();
    expect(await copied(300)).toBe(`${words.copied(300)} ${words.tooMuch}`);
  });

  test('that the browser refuses stays here too, for that reason', async () => {
    vi.stubGlobal('navigator', { clipboard: { write: () => Promise.reject(new Error('Denied')) } });
    expect(await copied(3)).toBe(`${words.copied(3)} ${words.onlyHere}`);
  });

  test('offers to paste where there are no keys for it', async () => {
    await copied(3);
    expect(said.mock.calls.at(-1)?.[1]).toBeUndefined();
    said.mockClear();
    touchOnly(true);
    await copied(3);
    expect(said.mock.calls.at(-1)?.[1]?.label).toBe(words.paste);
  });
});
