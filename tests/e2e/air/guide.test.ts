import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { guide as words } from '../../../src/app/words/en/air/guide.ts';
import type { Guide } from '../../../src/core/air/guide.ts';
import { ask } from '../../support/worker.ts';
import { startAirServer, tenMinutesLater } from '../support/air/air-server.ts';
import { expect, openApp, openSite, test } from '../support/site.ts';

/** Every text of the guide, and the bounds of its bands as the page writes them. */
function textsOf(guide: Guide): string[] {
  const rows = [...guide.pm25Bands, ...guide.psiForecast.bands].flatMap(({ id: _, min, max, ...texts }) => [
    max === null ? words.from(min) : words.range(min, max),
    ...Object.values(texts),
  ]);
  const { publisher, title, date } = guide.source;
  return [
    ...rows,
    ...Object.entries(guide.definitions).flat(),
    guide.vulnerablePersons,
    ...guide.caveats,
    publisher,
    title,
    date,
  ];
}

async function expectWholeGuide(page: Page): Promise<void> {
  const { status, text } = await ask(page, '/api/v1/guide');
  assert.equal(status, 200);
  const guide: Guide = JSON.parse(text);
  const main = page.getByRole('main');
  await expect(main.getByRole('table')).toHaveCount(2);
  const shown = (await main.textContent()) ?? '';
  assert.deepEqual(
    textsOf(guide).filter((text) => !shown.includes(text)),
    [],
  );
  const rows = (name: string) => page.getByRole('table', { name }).locator('tbody tr');
  await expect(rows(words.nowTable)).toHaveCount(guide.pm25Bands.length);
  await expect(rows(words.nextTable)).toHaveCount(guide.psiForecast.bands.length);
  await expect(main.getByRole('link', { name: guide.source.title })).toHaveAttribute(
    'href',
    guide.source.referenceUrl,
  );
}

test.describe('air: the guide', () => {
  test("its page shows the API's whole response, with its date, and as no forecast", async ({
    app,
    site,
  }) => {
    await app.goto(`${site.url}/air/guide`);
    await expect(app.getByText(words.note('June 2026'))).toBeVisible();
    await expectWholeGuide(app);
  });

  test('it is available without a server and a network', async ({ app, site }) => {
    await site.offline(app.context());
    await app.goto(`${site.url}/air/guide`);
    await expectWholeGuide(app);
  });

  test('the band of the chosen region is marked with its figure and hour, and none once they are delayed', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    await using site = await openSite(airServer.server);
    await openApp(page, site.url);
    await page.goto(`${site.url}/air/guide`);
    const { regions } = JSON.parse((await ask(page, '/api/v1/readings')).text);
    const central = regions.find(({ id }: { readonly id: string }) => id === 'central');
    const marked = (name: string) => page.getByRole('table', { name }).locator('tr[aria-current=true]');
    const [pm25, psi] = [marked(words.nowTable), marked(words.nextTable)];
    await expect(pm25).toHaveCount(1);
    await expect(pm25).toContainText(central.pm25Presentation.label);
    await expect(pm25).toContainText(
      words.today('Central').replace('<figure></figure>', `${central.pm25} µg/m³`),
    );
    await expect(psi).toHaveCount(1);
    await expect(psi).toContainText(
      new RegExp(`${central.psiPresentation.label}.*Central now ${central.psi}`),
    );
    await expect(psi).not.toContainText('Delayed');
    await site.offline(page.context());
    await tenMinutesLater(page);
    await page.reload();
    for (const metric of ['psi', 'pm25'] as const) {
      await expect(page.getByText(new RegExp(words.notMarked[metric]('.+')))).toBeVisible();
    }
    for (const band of [pm25, psi]) await expect(band).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText('Central now');
  });

  test('without a figure no band is marked', async ({ app, site }) => {
    await app.goto(`${site.url}/air/guide`);
    await expectWholeGuide(app);
    await expect(app.locator('tr[aria-current]')).toHaveCount(0);
  });
});
