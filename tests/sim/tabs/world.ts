/** One drawing, the tabs and devices that work on it, and what happens to them. */
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Drawing } from '../../../src/core/drawing/types.ts';
import { Device, type Server, textOf } from './device.ts';
import { judge } from './judge.ts';
import { Ledger } from './ledger.ts';
import { newLayer, newStroke, People } from './people.ts';
import { type Act, devicesOf, isPersonAct, type OtherAct } from './plan.ts';
import { Tab, turnOfTasks } from './tab.ts';
import { strokesWords } from './words.ts';

/** The drawing at the beginning. Some layers are faint, so that merging one down fades its strokes. */
const START: Drawing = {
  id: 'd',
  rev: 1,
  title: '',
  thumb: '',
  trashed: false,
  createdAt: '',
  updatedAt: '',
  layers: [{ ...BASE, opacity: 0.5 }, newLayer('x', 0.8), newLayer('y')],
  strokes: [newStroke(1, BASE.id), newStroke(2, 'x'), newStroke(3, 'y'), newStroke(4, BASE.id)],
};
/** Rounds in which all save and sync in the end. */
const ROUNDS = 4;
/** Requests that are answered while a tab saves. */
const ANSWERS = 3;

export class World {
  readonly #ledger = new Ledger();
  readonly #people = new People(this.#ledger);
  readonly #server: Server = { drawing: START, version: 1, known: new Set() };
  readonly #devices: readonly Device[];
  readonly #tabs: Tab[];
  /** How often somebody was told that a change missed strokes. */
  #told = 0;

  /** @param tabs how many each device has, such as `2+1` */
  constructor(tabs: string) {
    for (const form of this.#ledger.forms(START.strokes).keys()) {
      this.#ledger.note('put', form, 'the beginning', this.#server.known);
    }
    const places = devicesOf(tabs);
    const devices = [...new Set(places)].map((place) => new Device(`device ${place}`, this.#server));
    this.#devices = devices;
    this.#tabs = places.flatMap((place, i) => {
      const device = devices[place];
      return device ? [this.#open(`tab ${i}`, device)] : [];
    });
  }

  async act(act: Act): Promise<void> {
    const tab = this.#tabs[act.tab];
    if (!tab) throw new Error(`there is no tab ${act.tab}`);
    if (act.kind !== 'reload') tab.writeSteps();
    if (isPersonAct(act.kind)) this.#people.act(tab, act.kind, act);
    else await this.#others[act.kind](tab, act);
    await turnOfTasks();
    this.#look();
  }

  /** Everything is saved and synced. Returns in words why that does not end. */
  async settle(): Promise<string | undefined> {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const tab of [...this.#tabs, ...this.#tabs]) {
        tab.writeSteps();
        if (!(await tab.settle())) return `unsettled: ${tab.name}`;
        this.#look();
      }
      for (const device of round < ROUNDS ? this.#devices : []) {
        device.pull(this.#ledger);
        device.push();
      }
    }
    return undefined;
  }

  /** What is wrong with the end, in words. */
  judge(): string | undefined {
    const { drawing } = this.#server;
    const end = textOf(drawing);
    const strange = [
      ...this.#devices.filter((device) => textOf(device.drawing) !== end),
      ...this.#tabs.filter((tab) => textOf(tab.queue.content) !== end),
    ];
    if (strange.length > 0) return `unequal: ${strange.map(({ name }) => name).join()} and the server`;
    return judge(this.#ledger, drawing.strokes, this.#known, this.#told > 0);
  }

  /** What all have, in words. */
  get words(): string[] {
    const all = [
      { name: 'server', strokes: this.#server.drawing.strokes },
      ...this.#devices.map(({ name, drawing: { strokes } }) => ({ name, strokes })),
      ...this.#tabs,
    ];
    return all.map(({ name, strokes }) => `${name}: ${strokesWords(strokes)}`);
  }

  get requests(): number {
    return this.#devices.reduce((sum, { store }) => sum + store.sent.length, 0);
  }

  /** How many strokes were drawn, or made of others, that a device has stored. */
  get acknowledged(): number {
    const known = new Set(this.#devices.flatMap((device) => [...device.known]));
    const puts = this.#ledger.deeds.filter(({ kind, number }) => kind === 'put' && known.has(number));
    return new Set(puts.map(({ form }) => form)).size - START.strokes.length;
  }

  readonly #others: Record<OtherAct, (tab: Tab, act: Act) => void | Promise<void>> = {
    timers: (tab) => tab.fire(),
    arrive: (tab) => tab.arrive(),
    answer: (tab) => tab.answer(),
    'lose request': (tab) => tab.lose(),
    'lose answer': (tab) => tab.answer('is lost'),
    hear: (tab) => tab.hear(),
    async save(tab) {
      await tab.fire();
      for (let i = 0; i < ANSWERS; i++) await tab.answer();
    },
    reload: async (tab, { a, b }) => {
      if (b % 2 === 1) tab.loseSteps();
      tab.writeSteps();
      // A request may arrive before the next page reads the drawing, after that, or never.
      if (a % 3 === 0) await tab.arrive();
      this.#tabs[this.#tabs.indexOf(tab)] = this.#open(tab.name, tab.device);
      if (a % 3 === 1) await tab.arrive();
    },
    pull: ({ device }) => device.pull(this.#ledger),
    push: ({ device }) => device.push(),
  };

  #open(name: string, device: Device): Tab {
    return new Tab(name, device, () => {
      this.#told++;
    });
  }

  /** People see what is there, in all tabs that have saved. */
  #look(): void {
    for (const { name, known, queue, strokes } of this.#tabs) {
      if (!queue.unsaved) this.#ledger.keeps(name, known, strokes);
    }
  }

  /** What everybody together knows of. */
  get #known(): Set<number> {
    return new Set([this.#server, ...this.#devices, ...this.#tabs].flatMap(({ known }) => [...known]));
  }
}
