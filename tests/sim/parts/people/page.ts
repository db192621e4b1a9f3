/**
 * The pages of one device: open drawings, saved by the studio's own queue and undone by its own history, and
 * everything else that a person does through the device's API.
 */

import { APPLIED } from '../../../../src/api/drawings/find.ts';
import type { Operation } from '../../../../src/app/studio/document/content.ts';
import type {
  DrawingPatch,
  DrawingsPort,
  NewDrawing,
  PortResult,
} from '../../../../src/app/studio/document/drawings-port.ts';
import {
  addStep,
  eraseStep,
  type History,
  NO_HISTORY,
  operationsOf,
  record,
  redo,
  stepOf,
  undo,
} from '../../../../src/app/studio/document/history.ts';
import { SaveQueue } from '../../../../src/app/studio/saving/save-queue.ts';
import { ONE_LAYER } from '../../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer, Stroke, Underlay } from '../../../../src/core/drawing/types.ts';
import type { Edit, Swap } from '../../../../src/ink/scene/edit.ts';
import { sha256 } from '../../../support/underlay/photos.ts';
import { uuid } from '../../globals.ts';
import { strokeNumber } from '../../judging/contents.ts';
import type { Ledger, Member } from '../../judging/ledger.ts';
import type { Random } from '../../schedule/random.ts';
import type { Scheduler } from '../../schedule/scheduler.ts';

export interface PagesOptions {
  readonly device: string;
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** The clock of its host, ms. */
  readonly now: () => number;
  readonly ledger: Ledger;
  /** Sends a request to the device's application, perhaps more than once. Rejects if the application dies. */
  readonly ask: (request: () => Request) => Promise<Response>;
  readonly trace: (line: () => string) => void;
}

export interface Pages {
  /** Opens a drawing, or returns the page on which it is open; undefined if it cannot be read just now. */
  open(id: string): Promise<Page | undefined>;
  /** A page for a new drawing. */
  begin(id: string): Page;
  close(id: string): void;
  /** All pages are gone, with their unsaved changes. */
  crash(): void;
  /** The device announced a commit. */
  heard(id: string, rev: number): void;
  /** True if nothing is left to save. */
  readonly quiet: boolean;
  /** Retries failed saves at once. */
  retry(): void;
  trash(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** Moves a drawing to the trash if it is not there, and deletes it for good. */
  purge(id: string): Promise<void>;
  /** A client that knows no layers adds strokes to a drawing, and sends all of it. */
  replaceAsOlder(id: string, drawn: readonly Stroke[]): Promise<void>;
  setProfile(member: Member, value: string): Promise<void>;
  /** Keeps a photo for a drawing that is stored. Returns its digest, or undefined if the host does not take it. */
  keepPhoto(id: string, photo: Uint8Array<ArrayBuffer>): Promise<string | undefined>;
}

/** One open drawing. */
export interface Page {
  readonly id: string;
  readonly strokes: readonly Stroke[];
  readonly layers: readonly Layer[];
  readonly underlay: Underlay | undefined;
  draw(strokes: readonly Stroke[]): void;
  erase(strokes: readonly Stroke[]): void;
  /** Puts a stroke that erases right above another. */
  rub(stroke: Stroke, eraser: Stroke): void;
  /** Erases some strokes and draws others in one step, as moving or recolouring does. */
  change(from: readonly Stroke[], to: readonly Stroke[]): void;
  undo(): void;
  redo(): void;
  rename(title: string): void;
  /** Places a photo, moves it, or takes it away for null. */
  setUnderlay(to: Underlay | null): void;
  /** Sets the layers. Some strokes go with one, or move to another. */
  arrange(layers: readonly Layer[], gone?: readonly Stroke[], moved?: readonly Swap[]): void;
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string }[];
}

const JSON_PATCH = { 'Content-Type': 'application/json-patch+json', Prefer: 'return=minimal' };
const JSON_BODY = { 'Content-Type': 'application/json', Prefer: 'return=minimal' };

export function createPages(options: PagesOptions): Pages {
  const { device, scheduler, random, now, ledger, ask, trace } = options;
  const open = new Map<string, Page & { readonly queue: SaveQueue }>();
  const base = 'http://device.example/api/v1';
  /** The photos that this device's person chose, by digest. */
  const chosen = new Map<string, Uint8Array<ArrayBuffer>>();
  let life = 0;
  /** The profile's form takes no new value until the last one is stored. */
  let profileStored = true;
  /** Ends the requests in progress. */
  const asking = new Set<() => void>();

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const mine = life;
    const response = await ask(() => new Request(base + path, init)).catch((error: unknown) => {
      if (mine === life) throw error;
    });
    // The page is gone: nobody gets the response, or asks again.
    if (response === undefined || mine !== life) return new Promise(() => {});
    if (!response.ok)
      trace(() => `${device} answers its page ${init.method ?? 'GET'} ${path} with ${response.status}`);
    return response;
  }

  /** Records a person's change, which the host will date. */
  async function dated(
    id: string,
    isNew: boolean,
    strokes: readonly Stroke[],
    path: string,
    init: RequestInit,
  ): Promise<Response> {
    const end = ledger.dates.asks(id, isNew, strokes.map(strokeNumber), now);
    asking.add(end);
    try {
      return await send(path, init);
    } finally {
      end();
      asking.delete(end);
    }
  }

  async function answer<T>(response: Response, value: (json: string) => T): Promise<PortResult<T>> {
    const text = await response.text();
    if (response.ok) return { ok: true, value: value(text) };
    const { error }: { error: ErrorBody } = JSON.parse(text);
    const seconds = Number(response.headers.get('Retry-After'));
    const retryAfter = seconds > 0 ? seconds * 1000 : undefined;
    const { code, message, details } = error;
    const applied = response.status === 404 && details?.some(({ path }) => path === APPLIED) === true;
    return { ok: false, status: response.status, code, message, retryAfter, applied };
  }

  /**
   * The page's own access to its API (src/app/studio/document/drawings-port.ts), which also records what was
   * promised.
   */
  const port: DrawingsPort = {
    read: async (id) => answer(await send(`/drawings/${id}`), (json): Drawing => JSON.parse(json)),
    async create(id, drawing, key) {
      const headers = { ...JSON_BODY, 'If-None-Match': '*', 'Idempotency-Key': key };
      const init = { method: 'PUT', headers, body: JSON.stringify(drawing) };
      const response = await dated(id, true, drawing.strokes, `/drawings/${id}`, init);
      const result = await answer(response, revOf);
      if (result.ok) created(id, drawing);
      else if (result.status === 412) await refused(id, drawing);
      return result;
    },
    async patch(id, patch) {
      const headers = { ...JSON_PATCH, 'If-Match': `"${patch.rev}"`, 'Idempotency-Key': patch.key };
      const init = { method: 'PATCH', headers, body: JSON.stringify(patch.operations) };
      const drawn = patch.operations.flatMap((operation) =>
        operation.op === 'add' ? [operation.value] : [],
      );
      const response = await dated(id, false, drawn, `/drawings/${id}`, init);
      const result = await answer(response, revOf);
      if (result.ok) patched(id, patch);
      return result;
    },
    restore: async (id) => answer(await send(`/drawings/${id}/restore`, { method: 'PUT' }), revOf),
  };

  /**
   * Already applied counts as success: a page that asks again must not hear that its drawing is a different
   * one.
   */
  async function refused(id: string, { title, strokes }: NewDrawing): Promise<void> {
    const now = await port.read(id);
    const isSame = now.ok && now.value.title === title && sameNumbers(now.value.strokes, strokes);
    if (isSame) ledger.complain(`${device} refuses ${short(id)}, which it has stored just so`);
  }

  function created(id: string, { title, strokes }: NewDrawing): void {
    trace(() => `${device} stores ${short(id)} [${strokes.map(strokeNumber).join(' ')}] ${title}`);
    ledger.acknowledges(strokes.map(strokeNumber));
    if (title !== '') ledger.acknowledgesTitle(id, title);
  }

  function patched(id: string, { operations, rev }: DrawingPatch): void {
    trace(() => `${device} stores ${short(id)} at ${rev}: ${operations.map(operationWords).join(', ')}`);
    for (const operation of operations) {
      if (operation.op === 'add') ledger.acknowledges([strokeNumber(operation.value)]);
      else if (operation.op === 'replace' && operation.path === '/title') {
        ledger.acknowledgesTitle(id, operation.value);
      } else if (operation.op === 'replace' && operation.path === '/underlay' && operation.value) {
        ledger.photos.acknowledges(operation.value.sha256);
        void prove(id, operation.value.sha256);
      }
    }
  }

  function show(id: string, drawing: Drawing | undefined): Page & { readonly queue: SaveQueue } {
    const mine = life;
    let history: History = NO_HISTORY;
    /** Erased strokes of which the device has not said yet that this is stored. */
    let erasing: number[] = [];
    const host = {
      port,
      newKey: uuid,
      timer: (ms: number, run: () => void) => scheduler.after(ms, () => mine === life && run()),
      random: random.next,
    };
    const queue = new SaveQueue(id, drawing, host, {
      onState(state) {
        if (state.kind === 'saved' && !queue.unsaved) {
          ledger.acknowledgesRemoval(erasing);
          erasing = [];
          const { strokes, layers } = queue.content;
          if (layers) ledger.layers.stored(device, id, strokes, layers);
        }
        if (state.kind === 'refused') {
          trace(() => `${device} refuses to store ${short(id)}: ${state.message}`);
          ledger.layers.blurs(id);
        }
      },
      onContent() {},
      onNotice() {},
      onLayerLost() {},
      onBeyond() {},
    });

    /** @param seen the photo that the person takes away with this, if it does that */
    function push(
      operations: readonly Operation[],
      seen: Underlay | null | undefined = queue.content.underlay,
    ): void {
      for (const operation of operations) {
        const numbers =
          operation.kind === 'insert' || operation.kind === 'remove' ? [strokeNumber(operation.stroke)] : [];
        if (operation.kind === 'insert') {
          ledger.puts(device, id, numbers);
          ledger.layers.draws(device, id, operation.stroke);
        }
        if (operation.kind === 'remove') {
          ledger.removes(device, numbers);
          erasing.push(...numbers);
        }
        if (operation.kind === 'replace') {
          const put = operation.by.filter((stroke) => !operation.strokes.includes(stroke));
          ledger.puts(device, id, put.map(strokeNumber));
          // Whoever merges a layer down draws on the one below.
          for (const stroke of put) ledger.layers.draws(device, id, stroke);
        }
        if (operation.kind === 'underlay') {
          const to = operation.underlay?.sha256;
          ledger.changesPhoto(device, id);
          if (seen && seen.sha256 !== to) ledger.photos.removes(seen.sha256);
          if (to !== undefined) ledger.photos.places(device, id, to);
        }
        if (operation.kind === 'title') ledger.renames(device, id, operation.title);
        if (operation.kind === 'layers') ledger.arranges(device, id, operation.from, operation.to);
      }
      queue.push(operations);
      ledger.rubbing.shows(queue.content.strokes);
    }
    const inserts = (strokes: readonly Stroke[]) =>
      strokes.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
    const removes = (strokes: readonly Stroke[]) =>
      strokes.map((stroke): Operation => ({ kind: 'remove', stroke }));

    const page = {
      id,
      queue,
      get strokes() {
        return queue.content.strokes;
      },
      get layers() {
        return queue.content.layers ?? ONE_LAYER;
      },
      get underlay() {
        return queue.content.underlay ?? undefined;
      },
      draw(strokes: readonly Stroke[]) {
        history = record(history, addStep(page.strokes, strokes));
        push(inserts(strokes));
      },
      erase(strokes: readonly Stroke[]) {
        history = record(history, eraseStep(page.strokes, strokes));
        push(removes(strokes));
      },
      rub(stroke: Stroke, eraser: Stroke) {
        const edit: Edit = { kind: 'replace', swaps: [{ stroke, by: [stroke, eraser] }] };
        history = record(history, stepOf(page.strokes, edit));
        push(operationsOf(edit));
      },
      change(from: readonly Stroke[], to: readonly Stroke[]) {
        push([...removes(from), ...inserts(to)]);
      },
      undo() {
        const turned = undo(history, page.strokes, queue.content.underlay);
        history = turned?.history ?? history;
        // Whoever undoes takes back what was done here, whatever is there by now.
        push(turned?.operations ?? [], turned?.step.kind === 'underlay' ? turned.step.to : null);
      },
      redo() {
        const turned = redo(history, page.strokes, queue.content.underlay);
        history = turned?.history ?? history;
        push(turned?.operations ?? [], turned?.step.kind === 'underlay' ? turned.step.from : null);
      },
      setUnderlay(to: Underlay | null) {
        const from = page.underlay ?? null;
        history = record(history, { kind: 'underlay', from, to, items: [] });
        push([{ kind: 'underlay', from, underlay: to }]);
      },
      rename(title: string) {
        push([{ kind: 'title', title }]);
      },
      arrange(layers: readonly Layer[], gone: readonly Stroke[] = [], moved: readonly Swap[] = []) {
        const swaps = operationsOf({ kind: 'replace', swaps: moved });
        push([...removes(gone), ...swaps, { kind: 'layers', from: page.layers, to: layers }]);
      },
    };
    open.set(id, page);
    return page;
  }

  async function putPhoto(id: string, photo: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const init = { method: 'PUT', headers: { 'Content-Type': 'image/jpeg' }, body: photo };
    return (await insist(() => send(`/drawings/${id}/underlay`, init)))?.ok === true;
  }

  /** As the page does once the drawing is saved with a photo: the host may have let it go before the drawing named it. */
  async function prove(id: string, sha256: string): Promise<void> {
    const photo = chosen.get(sha256);
    if (photo === undefined || open.get(id)?.underlay?.sha256 !== sha256) return;
    if (await putPhoto(id, photo)) ledger.photos.keeps(sha256);
  }

  /** Repeats a request until there is a response, as a person who sees that nothing happened. */
  async function insist(request: () => Promise<Response>): Promise<Response | undefined> {
    for (let tries = 0; tries < 5; tries++) {
      const response = await request().catch(() => undefined);
      if (response !== undefined && response.status < 500) return response;
      await scheduler.wait(random.int(200, 3_000));
    }
    return undefined;
  }

  return {
    async open(id) {
      const shown = open.get(id);
      if (shown !== undefined) return shown;
      const result = await port.read(id).catch(() => undefined);
      return open.get(id) ?? (result?.ok ? show(id, result.value) : undefined);
    },
    begin(id) {
      ledger.begins(id);
      return show(id, undefined);
    },
    close(id) {
      if (open.get(id)?.queue.unsaved === false) open.delete(id);
    },
    crash() {
      life++;
      for (const end of asking) end();
      asking.clear();
      profileStored = true;
      for (const { id, queue } of open.values()) if (queue.unsaved) ledger.layers.blurs(id);
      open.clear();
    },
    heard: (id, rev) => open.get(id)?.queue.onRevision(rev),
    get quiet() {
      return [...open.values()].every(({ queue }) => !queue.unsaved || queue.state.kind === 'refused');
    },
    retry() {
      for (const { queue } of open.values()) if (queue.unsaved) queue.retry();
    },
    async trash(id) {
      for (let tries = 0; tries < 3; tries++) {
        const seen = await port.read(id).catch(() => undefined);
        if (!seen?.ok) return;
        const { rev, strokes } = seen.value;
        ledger.trashes(id, strokes.map(strokeNumber));
        // With a condition, unlike the page: the simulator must know exactly what the person saw.
        const init = { method: 'DELETE', headers: { 'If-Match': `"${rev}"` } };
        const response = await insist(() => send(`/drawings/${id}`, init));
        if (response?.status !== 409) return;
      }
    },
    async restore(id) {
      ledger.restores(id);
      await insist(() => send(`/drawings/${id}/restore`, { method: 'PUT' }));
    },
    async purge(id) {
      for (let tries = 0; tries < 3; tries++) {
        const seen = await port.read(id).catch(() => undefined);
        if (!seen?.ok) return;
        const { rev, strokes, title, layers, trashed } = seen.value;
        const numbers = strokes.map(strokeNumber);
        const headers = { 'If-Match': `"${rev}"` };
        if (!trashed) {
          ledger.trashes(id, numbers);
          await insist(() => send(`/drawings/${id}`, { method: 'DELETE', headers }));
          continue;
        }
        const happened = ledger.purges(device, id, numbers, title, layers);
        const response = await insist(() => send(`/trash/${id}`, { method: 'DELETE', headers }));
        if (response?.ok) {
          trace(() => `${device} deletes ${short(id)} for good`);
          happened();
        }
        if (response?.status !== 409) return;
      }
    },
    async replaceAsOlder(id, drawn) {
      const seen = await port.read(id).catch(() => undefined);
      if (!seen?.ok) return;
      const { rev, title, thumb, strokes } = seen.value;
      const known = [...strokes, ...drawn].map(({ tool, color, size, points }) => ({
        tool,
        color,
        size,
        points,
      }));
      ledger.puts(device, id, drawn.map(strokeNumber));
      const headers = { ...JSON_BODY, 'If-Match': `"${rev}"` };
      const init = { method: 'PUT', headers, body: JSON.stringify({ title, strokes: known, thumb }) };
      const response = await dated(id, false, drawn, `/drawings/${id}`, init).catch(() => undefined);
      if (response?.ok) ledger.acknowledges(drawn.map(strokeNumber));
      else if (response?.status === 409) await refused(id, { title, strokes: known, thumb });
    },
    async keepPhoto(id, photo) {
      if (!(await putPhoto(id, photo))) return undefined;
      const digest = sha256(photo);
      chosen.set(digest, photo);
      return digest;
    },
    async setProfile(member, value) {
      if (!profileStored) return;
      ledger.setsProfile(device, member, value);
      profileStored = false;
      // With a condition, unlike the page: the simulator must know which member a person changed.
      for (let tries = 0; tries < 3; tries++) {
        const seen = await insist(() => send('/profile'));
        const headers = { ...JSON_BODY, 'If-Match': seen?.headers.get('ETag') ?? '' };
        const body = seen?.ok ? JSON.stringify({ ...(await seen.json()), [member]: value }) : undefined;
        if (body === undefined) break;
        const response = await insist(() => send('/profile', { method: 'PUT', headers, body }));
        if (response?.ok) ledger.acknowledgesProfile(device, member, value);
        if (response?.status !== 409) break;
      }
      profileStored = true;
    },
  };
}

function sameNumbers(a: readonly Stroke[], b: readonly Stroke[]): boolean {
  return a.map(strokeNumber).join() === b.map(strokeNumber).join();
}

function revOf(json: string): number {
  const { rev }: { rev: number } = JSON.parse(json);
  return rev;
}

export function short(id: string): string {
  return id.slice(0, 8);
}

function operationWords(operation: DrawingPatch['operations'][number]): string {
  if (operation.op === 'add') return `add ${strokeNumber(operation.value)} at ${operation.path.slice(9)}`;
  if (operation.op === 'remove') return `remove ${operation.path.slice(9)}`;
  return `${operation.path.slice(1)} ${JSON.stringify(operation.value).slice(0, 40)}`;
}
