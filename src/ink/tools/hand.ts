/** The hand tool pans. States: idle, holding. */
import type { Sample } from '../input/pointer.ts';
import type { Tool, ToolContext } from './tool.ts';

type State = { readonly kind: 'idle' } | { readonly kind: 'holding'; readonly at: Sample };

export class Hand implements Tool {
  readonly cursor = 'grab';
  readonly #context: ToolContext;
  #state: State = { kind: 'idle' };

  constructor(context: ToolContext) {
    this.#context = context;
  }

  start(sample: Sample): void {
    this.#state = { kind: 'holding', at: sample };
  }

  move(samples: readonly Sample[]): void {
    const last = samples.at(-1);
    if (this.#state.kind !== 'holding' || !last) return;
    this.#context.drag(this.#state.at, last);
    this.#state = { kind: 'holding', at: last };
  }

  end(): void {
    this.#state = { kind: 'idle' };
  }

  drop(): void {
    this.#state = { kind: 'idle' };
  }
}
