/** A tab of a device: the studio's own queue, steps of undo and layers over requests that wait until an act moves them. */
import { signal } from '@preact/signals';
import type { Written } from '../../../src/app/studio/document/drawing-memory.ts';
import type { DrawingsPort, PortResult } from '../../../src/app/studio/document/drawings-port.ts';
import { type History, operationsOf, type Step, stepOf } from '../../../src/app/studio/document/history.ts';
import { InkSize } from '../../../src/app/studio/document/ink-size.ts';
import { ActiveLayer } from '../../../src/app/studio/layers/active-layer.ts';
import { isIdle, type Layered, type LayersStep } from '../../../src/app/studio/layers/layer-steps.ts';
import { SaveQueue } from '../../../src/app/studio/saving/save-queue.ts';
import { HistoryManager } from '../../../src/app/studio/session/history-manager.ts';
import { ONE_LAYER } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../src/core/drawing/types.ts';
import type { Edit } from '../../../src/ink/scene/edit.ts';
import type { Device } from './device.ts';
import type { Known } from './ledger.ts';

/** A request on its way. */
interface Request {
  /** True once it has arrived. */
  readonly hasArrived: boolean;
  /** Lets it arrive, once. */
  arrive(): Promise<void>;
  /** Lets its answer come. */
  answer(): void;
  /** It, or its answer, is lost. */
  fail(): void;
}

/** Rounds after which a tab that is still not at rest never will be. */
const ROUNDS_MAX = 60;

/** Numbers keys of requests. */
let keys = 0;

export class Tab {
  readonly name: string;
  readonly device: Device;
  readonly known: Known;
  readonly active: ActiveLayer;
  readonly history: HistoryManager;
  readonly queue: SaveQueue;
  readonly #layers = signal<readonly Layer[] | undefined>(undefined);
  #requests: Request[] = [];
  #timers: (() => void)[] = [];
  /** Steps that the device does not have yet. */
  #unwritten: [History, Written][] = [];
  /** True if the device lacks some of the steps. */
  #incomplete: boolean;

  /**
   * The tab opens the drawing as its device has it.
   * @param onMissed a person is told that a change missed strokes that were changed elsewhere
   */
  constructor(name: string, device: Device, onMissed: () => void) {
    this.name = name;
    this.device = device;
    this.known = new Set(device.known);
    this.active = new ActiveLayer(name, this.#layers, signal(false));
    this.queue = new SaveQueue(
      device.drawing.id,
      structuredClone(device.drawing),
      {
        port: this.#port(),
        newKey: () => `${name} ${keys++}`,
        timer: (_ms, run) => {
          this.#timers.push(run);
          return () => {
            this.#timers = this.#timers.filter((one) => one !== run);
          };
        },
        random: () => 0.5,
      },
      {
        onState() {},
        onContent: () => void this.active.through(() => this.#show()),
        onNotice: (notice) => {
          if (notice === 'edit-elsewhere') onMissed();
        },
        onLayerLost() {},
        onBeyond() {},
      },
    );
    this.history = new HistoryManager(device.drawing.id, {
      // Its device keeps the steps: there is no database.
      isOpen: () => false,
      onAwait() {},
      onLayer() {},
      tell() {},
      room: () => ({
        ...this.now,
        among: (id) => this.active.among(id),
        underlay: undefined,
        paper: undefined,
        size: new InkSize(),
      }),
      push: (operations) => {
        this.queue.push(operations);
        this.#show();
      },
    });
    this.#show();
    const { history, incomplete } = device.steps.read();
    this.#incomplete = incomplete;
    this.history.open(history);
  }

  get strokes(): readonly Stroke[] {
    return this.queue.content.strokes;
  }

  get now(): Layered {
    return { strokes: this.strokes, layers: this.#layers.value ?? ONE_LAYER };
  }

  edit(edit: Edit): void {
    const step = stepOf(this.strokes, edit);
    this.queue.push(operationsOf(edit));
    this.#show();
    this.history.record(step);
    this.#note('newest');
  }

  changeLayers(step: LayersStep | undefined): void {
    if (!step || isIdle(step)) return;
    const active = this.active.now.value.id;
    if (step.to.some(({ id }) => id === active)) this.active.choose(active);
    this.history.make(step);
    this.#note('newest');
  }

  /** Undoes or redoes a step. Returns it, or undefined if there is none, or no room for it. */
  turn(verb: 'undo' | 'redo'): Step | undefined {
    const before = this.history.now.value;
    this.history[verb]();
    const { steps, done } = this.history.now.value;
    if (done === before.done) return undefined;
    this.#note(steps === before.steps ? 'none' : 'all');
    return steps[verb === 'undo' ? done : done - 1];
  }

  /** The device gets the steps that it does not have. */
  writeSteps(): void {
    for (const [history, written] of this.#unwritten.splice(0)) this.device.steps.write(history, written);
  }

  /** The page ends before the device has the newest steps. */
  loseSteps(): void {
    this.#unwritten = [];
  }

  /** Lets the first request arrive that has not. */
  async arrive(): Promise<void> {
    await this.#requests[0]?.arrive();
  }

  /** Lets the first request arrive, and its answer come or be lost. */
  async answer(how: 'comes' | 'is lost' = 'comes'): Promise<void> {
    const request = this.#requests.shift();
    await request?.arrive();
    if (how === 'comes') request?.answer();
    else request?.fail();
    await turnOfTasks();
  }

  /** Loses the first request, unless it has arrived. */
  lose(): void {
    if (this.#requests[0]?.hasArrived === false) this.#requests.shift()?.fail();
  }

  /** Ends all waiting times. */
  async fire(): Promise<void> {
    for (const run of this.#timers.splice(0)) run();
    await turnOfTasks();
  }

  /** The device announces the revision that it has. */
  hear(): void {
    this.queue.onRevision(this.device.drawing.rev);
  }

  /** Saves everything, and reads what others did. Returns false if that does not end. */
  async settle(): Promise<boolean> {
    for (let i = 0; i < ROUNDS_MAX; i++) {
      await this.fire();
      await this.answer();
      this.hear();
      await turnOfTasks();
      const isQuiet = this.#requests.length + this.#timers.length === 0 && !this.queue.unsaved;
      if (isQuiet && this.queue.rev === this.device.drawing.rev) return true;
    }
    return false;
  }

  #show(): void {
    this.#layers.value = this.queue.content.layers;
  }

  #note(written: Written): void {
    this.#unwritten.push([this.history.now.value, this.#incomplete ? 'all' : written]);
    if (written !== 'none') this.#incomplete = false;
  }

  #port(): DrawingsPort {
    const { store, known, sent } = this.device;
    return {
      create: () => Promise.reject(new Error('the drawing is there')),
      restore: () => Promise.reject(new Error('nobody trashes the drawing')),
      read: () => {
        let read: readonly number[] = [];
        return this.#ask(
          () => {
            read = [...known];
            return store.read();
          },
          () => {
            for (const deed of read) this.known.add(deed);
          },
        );
      },
      patch: (id, patch) => {
        const { key } = patch;
        const tells = sent.get(key) ?? new Set(this.known);
        sent.set(key, tells);
        return this.#ask(async () => {
          const result = await store.patch(id, patch);
          if (result.ok) for (const deed of tells) known.add(deed);
          return result;
        });
      },
    };
  }

  /**
   * A request that waits for acts.
   * @param run what it does where it arrives
   */
  #ask<T>(run: () => Promise<PortResult<T>>, onAnswer = () => {}): Promise<PortResult<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<PortResult<T>>();
    let result: Promise<PortResult<T>> | undefined;
    this.#requests.push({
      get hasArrived() {
        return result !== undefined;
      },
      async arrive() {
        result ??= run();
        await result;
      },
      answer() {
        onAnswer();
        if (result) resolve(result);
      },
      fail: () => reject(new Error('no answer')),
    });
    return promise;
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export function turnOfTasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
