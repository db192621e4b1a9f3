import { expect, test } from 'vitest';
import { withBodyBudget } from './body-budget.ts';

test('the device holds a dozen bodies at a time, answers all, and never delays reads', async () => {
  const underWay: { readonly url: string; readonly end: (failed: boolean) => void }[] = [];
  const handle = withBodyBudget(
    (request) =>
      new Promise((resolve, reject) => {
        const end = (failed: boolean) =>
          failed ? reject(new Error('torn')) : resolve(new Response(request.url));
        underWay.push({ url: request.url, end });
      }),
  );
  const ask = async (n: number, method = 'PUT') => handle(new Request(`http://device/${n}`, { method }));
  const answers = Array.from({ length: 40 }, (_, n) =>
    ask(n).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const asked = () => underWay.map(({ url }) => Number(url.split('/').at(-1)));
  await expect.poll(asked).toHaveLength(12);
  const reading = ask(99, 'GET');
  expect(asked()).toContain(99);
  underWay.splice(12)[0]?.end(false);
  expect((await reading).ok).toBe(true);
  for (let ended = 0; ended < 40; ended++) {
    expect(underWay.length).toBeLessThanOrEqual(12);
    // A failed body frees its memory too, and the next one gets it.
    underWay.shift()?.end(ended % 7 === 0);
    await expect
      .poll(() => Math.max(...asked(), -1))
      .toBe(ended + 12 < 40 ? ended + 12 : ended === 39 ? -1 : 39);
  }
  expect((await Promise.all(answers)).filter((ok) => ok)).toHaveLength(34);
});
