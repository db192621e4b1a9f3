/** Something between a device and the server damages the responses about one drawing. */
import type { WireRequest, WireResponse } from './network.ts';

export type Damage =
  /** Damages the drawing's row in the feed of changes. */
  | 'row'
  /** Damages one of its strokes. */
  | 'body'
  /** Cuts off its second half. */
  | 'cut';

export interface Poison {
  /** Begins with the drawing that this device requests next. */
  begin(device: number, how: Damage): void;
  damage(device: number, request: WireRequest, answer: WireResponse): WireResponse;
  readonly any: boolean;
  /** The drawings that were damaged. */
  readonly drawings: ReadonlySet<string>;
  end(): void;
}

export function createPoison(): Poison {
  const active = new Map<number, { readonly how: Damage; drawing: string | undefined }>();
  const drawings = new Set<string>();
  return {
    begin(device, how) {
      if (!active.has(device)) active.set(device, { how, drawing: undefined });
    },
    damage(device, { method, path }, answer) {
      const mine = active.get(device);
      if (mine === undefined || method !== 'GET' || answer.status !== 200) return answer;
      const { how } = mine;
      if (path.startsWith('/api/v1/drawings/changes'))
        return how === 'row' ? { ...answer, body: row(answer.body) } : answer;
      const id = /^\/api\/v1\/drawings\/([0-9a-f-]{36})$/.exec(path)?.[1];
      if (id === undefined || how === 'row') return answer;
      mine.drawing ??= id;
      if (mine.drawing !== id) return answer;
      drawings.add(id);
      const { body } = answer;
      return {
        ...answer,
        body: how === 'cut' ? body.slice(0, body.length / 2) : body.replace('"size":', '"size":-'),
      };
    },
    get any() {
      return active.size > 0;
    },
    drawings,
    end: () => active.clear(),
  };

  /** The feed with the first drawing's row damaged. */
  function row(body: string): string {
    return body.replace(/("id":"([0-9a-f-]{36})","rev":)\d+/, (_all, before: string, id: string) => {
      drawings.add(id);
      return `${before}0`;
    });
  }
}
