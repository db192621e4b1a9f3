import { describe, expect, it } from 'vitest';
import { createCircuit, FAILURES_UNTIL_OPEN } from './circuit.ts';

function failing(times: number) {
  const clock = { now: 0 };
  const circuit = createCircuit(() => clock.now);
  for (let index = 0; index < times; index += 1) {
    expect(circuit.enter()).toBe(true);
    circuit.failed();
  }
  return { circuit, clock };
}

describe('air: the circuit of an address', () => {
  it('opens after failures in a row, and lets one call try after thirty seconds', () => {
    const { circuit, clock } = failing(FAILURES_UNTIL_OPEN);
    expect(circuit.enter()).toBe(false);
    expect(circuit.wait()).toBe(30_000);
    clock.now = 30_000;
    expect(circuit.enter()).toBe(true);
    expect(circuit.enter(), 'a second beside the one that tries').toBe(false);
    circuit.succeeded();
    expect([circuit.enter(), circuit.enter()]).toEqual([true, true]);
  });

  it('stays open twice as long after each try that fails, up to half an hour', () => {
    const { circuit, clock } = failing(FAILURES_UNTIL_OPEN);
    const waits: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      waits.push(circuit.wait());
      clock.now += circuit.wait();
      expect(circuit.enter()).toBe(true);
      circuit.failed();
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800].map((seconds) => seconds * 1000));
  });

  it('a success between failures starts the count anew', () => {
    const { circuit } = failing(FAILURES_UNTIL_OPEN - 1);
    circuit.succeeded();
    for (let index = 1; index < FAILURES_UNTIL_OPEN; index += 1) circuit.failed();
    expect(circuit.enter()).toBe(true);
  });

  it('who asked to be left alone is, after one failure', () => {
    const { circuit, clock } = failing(0);
    circuit.failed(90);
    expect(circuit.wait()).toBe(90_000);
    clock.now = 90_000;
    expect(circuit.enter()).toBe(true);
  });

  it('a try that was not made leaves it to the next', () => {
    const { circuit, clock } = failing(FAILURES_UNTIL_OPEN);
    clock.now = 30_000;
    expect(circuit.enter()).toBe(true);
    circuit.left();
    expect(circuit.enter()).toBe(true);
  });
});
