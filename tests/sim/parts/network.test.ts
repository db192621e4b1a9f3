import { describe, expect, test } from 'vitest';
import { seededRandom } from '../schedule/random.ts';
import { createScheduler } from '../schedule/scheduler.ts';
import { CALM, createLink, type Weather } from './network.ts';

function linkWith(weather: Partial<Weather>) {
  const scheduler = createScheduler();
  const arrived: string[] = [];
  const link = createLink({
    scheduler,
    random: seededRandom(1),
    async deliver({ path }) {
      arrived.push(path);
      return { status: 200, headers: {}, body: path };
    },
    damage: (_request, answer) => answer,
    trace: () => {},
  });
  link.weather = { ...CALM, ...weather };
  const send = async (path: string) =>
    link.send({ method: 'GET', path, headers: {}, body: '' }).then(
      (response) => response.text(),
      () => 'no answer',
    );
  return { scheduler, arrived, link, send };
}

describe('sync: the simulated network', () => {
  test.each([
    { weather: {}, answer: '/a', arrived: ['/a'] },
    { weather: { dropRequest: 1 }, answer: 'no answer', arrived: [] },
    { weather: { dropResponse: 1 }, answer: 'no answer', arrived: ['/a'] },
    { weather: { duplicate: 1 }, answer: '/a', arrived: ['/a', '/a'] },
  ])('in weather $weather', async ({ weather, answer, arrived }) => {
    const net = linkWith(weather);
    const given = net.send('/a');
    await net.scheduler.run({});
    expect(await given).toBe(answer);
    expect(net.arrived).toEqual(arrived);
  });

  test('a slow request is overtaken', async () => {
    const net = linkWith({ slow: 1 });
    const slow = net.send('/slow');
    net.link.weather = CALM;
    const fast = net.send('/fast');
    await net.scheduler.run({});
    await Promise.all([slow, fast]);
    expect(net.arrived).toEqual(['/fast', '/slow']);
  });

  test('an aborted request gets no response, but may arrive', async () => {
    const net = linkWith({});
    const controller = new AbortController();
    const request = { method: 'GET', path: '/a', headers: {}, body: '' };
    const given = net.link.send(request, controller.signal).catch(() => 'called off');
    controller.abort();
    await net.scheduler.run({});
    expect(await given).toBe('called off');
    expect(net.arrived).toEqual(['/a']);
  });
});
