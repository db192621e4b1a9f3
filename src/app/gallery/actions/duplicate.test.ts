import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { TITLE_MAX } from '../../../core/drawing/limits.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { DrawingPatch, NewDrawing } from '../../studio/document/drawings-port.ts';
import { drawings } from '../../words/en/drawings.ts';
import { copies as words } from '../../words/en/gallery/copies.ts';
import { copyTitle, slices, writeCopy } from './duplicate.ts';

const NO_ANSWER = new TypeError('Failed to fetch');

/** A store of one drawing. `lost`: number of responses, counted from the first, that do not arrive. */
function store(lost = 0) {
  const kept = { title: '', strokes: [] as Stroke[], thumb: '', rev: 0, keys: new Set<string>() };
  const titles: string[] = [];
  let left = lost;
  const answer = () => {
    if (left-- > 0) throw NO_ANSWER;
    return { ok: true, value: kept.rev } as const;
  };
  return {
    kept,
    titles,
    async create(_id: string, { title, strokes, thumb, paper, layers }: NewDrawing) {
      if (kept.rev === 0) Object.assign(kept, { title, strokes: [...strokes], thumb, paper, layers, rev: 1 });
      titles.push(kept.title);
      return answer();
    },
    async patch(_id: string, { rev, key, operations }: DrawingPatch) {
      if (!kept.keys.has(key)) {
        expect(rev).toBe(kept.rev);
        kept.keys.add(key);
        kept.rev++;
        for (const operation of operations) {
          if (operation.op === 'add') kept.strokes.push(operation.value);
          else if (operation.op === 'replace' && operation.path === '/title') kept.title = operation.value;
        }
      }
      titles.push(kept.title);
      return answer();
    },
  };
}

const source = {
  title: 'Rain',
  strokes: [0, 1, 2, 3, 4].map(stroke),
  thumb: 'data:image/png;base64,AAAA',
  paper: { color: '#1d232f' },
  layers: [{ ...BASE, name: 'Ink' }],
};

describe('gallery: duplicate', () => {
  it('writes a small drawing at once', async () => {
    const there = store();
    await writeCopy(there, source, 'id', () => {});
    expect(there.kept).toMatchObject({ ...source, title: words.copyOf('Rain'), rev: 1 });
  });

  it('writes a large one in slices, with a title that says unfinished until the last', async () => {
    const there = store();
    await writeCopy(there, source, 'id', () => {}, 1);
    expect(there.kept).toMatchObject({ ...source, title: words.copyOf('Rain'), rev: 5 });
    expect(there.titles).toEqual([...Array(4).fill(words.unfinishedCopyOf('Rain')), words.copyOf('Rain')]);
  });

  it('has dates of its own, not those of the original', async () => {
    const dates = { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-01T00:00:00.000Z' };
    const sent: object[] = [];
    const port = {
      async create(_id: string, drawing: object) {
        sent.push(drawing);
        return { ok: true, value: 1 } as const;
      },
      async patch(_id: string, { operations }: DrawingPatch) {
        sent.push(operations);
        return { ok: true, value: 2 } as const;
      },
    };
    await writeCopy(port, { ...source, ...dates }, 'id', () => {}, 1);
    expect(JSON.stringify(sent)).not.toMatch(/createdAt|updatedAt|2020-/);
  });

  it('repeats a request without a response, with one effect', async () => {
    const there = store(1);
    await writeCopy(there, source, 'id', () => {}, 1);
    expect(there.kept.strokes).toEqual(source.strokes);
  });

  it('fails without responses, and reports whether the drawing exists', async () => {
    const there = store(9);
    let begun = false;
    const work = writeCopy(there, source, 'id', () => {
      begun = true;
    });
    await expect(work).rejects.toBe(NO_ANSWER);
    expect(begun).toBe(false);
  });

  it('keeps every stroke once and in order, with slices of any size', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 4000 }), (count, bytes) => {
        const strokes = Array.from({ length: count }, (_, i) => stroke(i));
        const groups = slices(strokes, bytes);
        expect(groups.flat()).toEqual(strokes);
        for (const group of groups)
          if (group.length > 1) expect(JSON.stringify(group).length).toBeLessThanOrEqual(bytes);
      }),
    );
  });

  it('keeps the title within its limit', () => {
    expect(copyTitle('', words.copyOf)).toBe(words.copyOf(drawings.untitled));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: TITLE_MAX }), (title) => {
        const made = copyTitle([...title].slice(0, TITLE_MAX).join(''), words.copyOf);
        expect([...made].length).toBeLessThanOrEqual(TITLE_MAX);
        expect(made.endsWith(words.copyOf(''))).toBe(true);
      }),
    );
  });
});
