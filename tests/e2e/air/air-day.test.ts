import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { air as words } from '../../../src/app/words/en/air/air.ts';
import { REGIONS, type Region } from '../../../src/core/air/types.ts';
import { ask } from '../../support/worker.ts';
import { type AirServer, readings, startAirServer, tenMinutesLater } from '../support/air/air-server.ts';
import { seriousViolations } from '../support/axe.ts';
import { expect, openApp, openSite, type Site, test } from '../support/site.ts';

interface Point {
  readonly timestamp: string;
  readonly values: Readonly<Partial<Record<Region, number | null>>>;
}

interface Day {
  readonly sources: Readonly<Record<'psi' | 'pm25', { readonly status: string }>>;
  readonly series: Readonly<Record<'psi' | 'pm25', readonly Point[]>>;
}

/** The hours from the API in the page. */
async function day(page: Page): Promise<Day> {
  const { status, text } = await ask(page, '/api/v1/history?region=all');
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

function valuesOf(points: readonly Point[], region: Region): (number | null)[] {
  return points.map(({ values }) => values[region] ?? null);
}

async function openAir(page: Page, url: string): Promise<void> {
  await openApp(page, url);
  await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
  await expect(page.getByRole('heading', { name: new RegExp(`^${words.chart.title('')}`) })).toBeVisible();
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
}

function slider(page: Page): Locator {
  return page.getByRole('slider', { name: new RegExp(`^${words.chart.slider('')}`) });
}

function mark(page: Page, region: Region): Locator {
  return page.locator(`.mark[data-region=${region}]`);
}

/** How many figures the lines of a plot have. */
async function drawn(page: Page, metric: 'psi' | 'pm25'): Promise<number> {
  const paths = page.locator(`.plot[data-metric=${metric}] :is(.plot-line, .plot-dot:not(.pointed))`);
  const lines = await paths.evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
  return lines.reduce((sum, line) => sum + (line.match(/[ML]/g)?.length ?? 0), 0);
}

/** Rows of the table, latest first: PSI and PM2.5 as written, null where the table says that there is none. */
function rows(page: Page): Promise<(number | null)[][]> {
  return page.locator('#hours-table tbody tr').evaluateAll(
    (all, notMeasured) =>
      all.map((row) =>
        Array.from(row.querySelectorAll('td'), (cell) => {
          const figure = cell.querySelector('b')?.textContent;
          if (figure) return Number(figure);
          if (cell.textContent?.includes(notMeasured)) return null;
          throw new Error(`a cell says ${cell.textContent}`);
        }),
      ),
    words.chart.notMeasured,
  );
}

/** From now on the server has no PM2.5 for the hours 3 and 4 before the newest, and nothing for hour 10. */
function leaveGaps(site: Site): void {
  site.change('/api/v1/history', (body) => {
    const response: Day = JSON.parse(body);
    const without = (points: readonly Point[], hours: readonly number[]) =>
      points.map((point, i) =>
        hours.includes(points.length - 1 - i)
          ? { ...point, values: Object.fromEntries(Object.keys(point.values).map((id) => [id, null])) }
          : point,
      );
    const series = {
      psi: without(response.series.psi, [10]),
      pm25: without(response.series.pm25, [3, 4, 10]),
    };
    return JSON.stringify({ ...response, series });
  });
}

async function openAirServer(): Promise<{ airServer: AirServer; site: Site } & AsyncDisposable> {
  const airServer = await startAirServer();
  const site = await openSite(airServer.server);
  return {
    airServer,
    site,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await airServer[Symbol.asyncDispose]();
    },
  };
}

test.describe('air: the last 24 hours', () => {
  test('the chart, its table and the API have the same figures, and a gap has none', async ({ page }) => {
    await using air = await openAirServer();
    leaveGaps(air.site);
    await openAir(page, air.site.url);
    const { series } = await day(page);
    const [psi, pm25] = [valuesOf(series.psi, 'central'), valuesOf(series.pm25, 'central')];
    assert.equal(psi.length, 24);
    assert.deepEqual([psi.at(-11), pm25.at(-4), pm25.at(-5), pm25.at(-11)], [null, null, null, null]);
    assert.equal(await drawn(page, 'psi'), psi.filter((value) => value !== null).length);
    assert.equal(await drawn(page, 'pm25'), pm25.filter((value) => value !== null).length);
    assert.deepEqual(await rows(page), psi.map((value, i) => [value, pm25[i] ?? null]).reverse());
    await expect(page.locator('.plot[data-metric=pm25] .plot-gap')).toHaveCount(2);
    const table = page.getByRole('table', { name: words.chart.table('Central') });
    const button = page.getByRole('button', { name: words.chart.showTable });
    assert.ok(((await table.locator('..').boundingBox())?.height ?? 0) <= 1);
    await button.click();
    await expect(page.getByRole('button', { name: words.chart.hideTable })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    assert.ok(((await table.boundingBox())?.height ?? 0) > 200);
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('beside the table are files of a month and the feed of the region, while a server answers', async ({
    page,
    context,
  }) => {
    await using air = await openAirServer();
    await openAir(page, air.site.url);
    const more = page.locator('.links.small');
    const links = more.getByRole('link');
    await expect(links).toHaveText([
      words.chart.csv('psi', 30),
      words.chart.csv('pm25', 30),
      words.chart.feed('Central'),
    ]);
    for (const link of await links.all()) {
      assert.ok(((await link.boundingBox())?.height ?? 0) >= 44);
    }
    for (const [n, metric] of ['psi', 'pm25'].entries()) {
      const [download] = await Promise.all([page.waitForEvent('download'), links.nth(n).click()]);
      assert.match(
        download.suggestedFilename(),
        new RegExp(`^pleinair-${metric}-\\d{4}-\\d\\d-\\d\\d-to-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
      );
      const [head, ...lines] = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      assert.equal(head, 'timestamp,north,south,east,west,central');
      assert.ok(lines.length > 29 * 24 && lines.length <= 30 * 24, String(lines.length));
      // What the chart shows, the file has.
      const { series } = await day(page);
      const newest = series[metric as 'psi' | 'pm25'].at(-1);
      assert.ok(lines.some((line) => line.startsWith(`${newest?.timestamp},${newest?.values.north},`)));
    }
    await page.getByRole('radio', { name: 'East' }).check();
    const feed = more.getByRole('link', { name: words.chart.feed('East') });
    const response = await context.request.get(
      new URL((await feed.getAttribute('href')) ?? '', page.url()).href,
    );
    assert.equal(response.status(), 200);
    assert.match(await response.text(), /<title>The air in East: changes of band<\/title>/);
    assert.deepEqual(await seriousViolations(page), []);

    await context.setOffline(true);
    await expect(links).toHaveCount(0);
    await context.setOffline(false);
    await expect(links).toHaveCount(3);
  });

  test('by keyboard the chart is one stop, and arrow keys read each hour with both figures', async ({
    page,
  }) => {
    await using air = await openAirServer();
    leaveGaps(air.site);
    await openAir(page, air.site.url);
    const { series } = await day(page);
    const said = (index: number) => {
      const figure = (metric: 'psi' | 'pm25') =>
        series[metric][index]?.values.central ?? words.chart.notMeasured;
      return new RegExp(`24-hour PSI ${figure('psi')}.*; 1-hour PM2\\.5 ${figure('pm25')}`);
    };
    await slider(page).focus();
    await expect(slider(page)).toHaveAttribute('aria-valuetext', said(23));
    for (let back = 1; back <= 4; back += 1) {
      await page.keyboard.press('ArrowLeft');
      await expect(slider(page)).toHaveAttribute('aria-valuetext', said(23 - back));
    }
    await expect(page.locator('.readout')).toContainText(words.chart.notMeasured);
    await expect(page.locator('.plot[data-metric=pm25] .pointed')).toHaveCount(0);
    await page.keyboard.press('Home');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', said(0));
    await page.keyboard.press('ArrowRight');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', said(1));
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: words.chart.showTable })).toBeFocused();
  });

  test('a mouse or a finger on the chart shows its hour', async ({ browser }) => {
    await using air = await openAirServer();
    for (const hasTouch of [false, true]) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch });
      await openAir(page, air.site.url);
      const { series } = await day(page);
      const plot = page.locator('.plot-area').first();
      await plot.scrollIntoViewIfNeeded();
      const box = await plot.boundingBox();
      assert.ok(box);
      const at = { x: box.x + (box.width * 15) / 23, y: box.y + box.height / 3 };
      if (hasTouch) await page.touchscreen.tap(at.x, at.y);
      else await page.mouse.move(at.x, at.y);
      const readout = page.locator('.readout');
      await expect(readout).toContainText(`PSI ${series.psi[15]?.values.central}`);
      await expect(readout).toContainText(`PM2.5 ${series.pm25[15]?.values.central}`);
      const line = await page.locator('.chart-cursor').boundingBox();
      assert.ok(line && Math.abs(line.x - at.x) <= 1, `a line at ${line?.x} for ${at.x}`);
      await page.close();
    }
  });

  test('offline after a reload the cached hours are shown, as delayed', async ({ page }) => {
    await using air = await openAirServer();
    await openAir(page, air.site.url);
    const before = await day(page);
    await expect(page.locator('.history')).not.toContainText('Delayed');
    await air.site.offline(page.context());
    await tenMinutesLater(page);
    await page.reload();
    await expect(page.locator('.history')).toContainText('Delayed');
    const kept = await day(page);
    assert.deepStrictEqual(kept.series, before.series);
    assert.deepEqual([kept.sources.psi.status, kept.sources.pm25.status], ['stale', 'stale']);
    assert.equal(await drawn(page, 'psi'), 24);
    assert.equal((await rows(page)).length, 24);
    await expect(page.locator('.map-key')).toContainText('Delayed');
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('if one feed never answered, the other has its chart, and that one a sentence without numbers', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('pm25', '500');
    await openAir(page, airServer.server.url);
    assert.equal(await drawn(page, 'psi'), 24);
    const missing = page.locator('.plot[data-metric=pm25]');
    await expect(missing).toContainText(words.chart.noMetric('pm25', 'Central'));
    await expect(missing.locator('svg')).toHaveCount(0);
    assert.ok((await rows(page)).every(([psi, pm25]) => typeof psi === 'number' && pm25 === null));
    for (const region of REGIONS) await expect(mark(page, region).locator('.mark-value')).toHaveText('–');
    await expect(page.locator('.map-key')).toContainText(words.map.missing('PM2.5'));
    await expect(page.locator('.map .pip')).toHaveCount(0);
  });

  test('hours missing from a busy server are no gaps, and load a minute later', async ({ page }) => {
    await using air = await openAirServer();
    air.site.change('/api/v1/history', () => '{"error":{"code":"busy","message":"Later."}}');
    await page.clock.install();
    await openAir(page, air.site.url);
    const section = page.locator('.history');
    await expect(section).toContainText(words.chart.oneHour('Central'));
    await expect(section.locator('svg')).toHaveCount(0);
    air.site.change('/api/v1/history', (body) => body);
    await tenMinutesLater(page);
    await page.clock.fastForward(61_000);
    await expect(slider(page)).toBeVisible();
    assert.equal(await drawn(page, 'psi'), 24);
  });

  test('if both feeds never answered, a sentence replaces the chart, without numbers', async ({ page }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('both', 'down');
    await openAir(page, airServer.server.url);
    await expect(page.locator('.history')).toContainText(words.chart.noHours('Central'));
    await expect(page.locator('.history svg')).toHaveCount(0);
    for (const region of REGIONS) await expect(mark(page, region).locator('.mark-value')).toHaveText('–');
    await expect(page.getByRole('main').locator('.here')).not.toContainText(/\d{2,}(?! *-hour)/);
  });
});

test.describe('air: the map, and announcements', () => {
  test('each region on the map has the figure of the list, and a press chooses it permanently', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    await openAir(page, airServer.server.url);
    const { regions } = await readings(page);
    for (const { id, pm25 } of regions) {
      await expect(mark(page, id as Region).locator('.mark-value')).toHaveText(String(pm25));
    }
    await page.getByRole('radio', { name: words.metrics.psi }).click();
    for (const { id, psi } of regions) {
      await expect(mark(page, id as Region).locator('.mark-value')).toHaveText(String(psi));
      const box = await mark(page, id as Region).boundingBox();
      assert.ok(box && Math.min(box.width, box.height) >= 44);
    }
    await mark(page, 'east').click();
    await expect(page.getByRole('radio', { name: words.regions.east, exact: true })).toBeChecked();
    await expect(page.getByRole('heading', { name: words.chart.title('East') })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: words.regions.east, exact: true })).toBeChecked();
  });

  test('opening the page often asks the server once for the figures and once for the hours', async ({
    page,
  }) => {
    await using air = await openAirServer();
    await openAir(page, air.site.url);
    for (const name of [words.regions.north, words.regions.south])
      await page.getByRole('radio', { name, exact: true }).click();
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
    await page.reload();
    await expect(slider(page)).toBeVisible();
    const asked = (path: string) => air.site.asked.filter((line) => line === `GET ${path}`).length;
    assert.deepEqual([asked('/api/v1/readings'), asked('/api/v1/history')], [1, 1]);
  });

  test('a change of band is announced, and a change within a band is not', async ({ page }) => {
    await using air = await openAirServer();
    const setPm25 = (value: number) =>
      air.site.change('/api/v1/readings', (body) => {
        const response = JSON.parse(body);
        const regions = response.regions.map((region: object) => ({ ...region, pm25: value }));
        return JSON.stringify({ ...response, regions });
      });
    const refresh = async (value: number) => {
      setPm25(value);
      await tenMinutesLater(page);
      await page.clock.fastForward(20_000);
      await page.getByRole('button', { name: words.refresh }).click();
      await expect(page.locator('.figures')).toContainText(String(value));
    };
    setPm25(60);
    await page.clock.install();
    await openAir(page, air.site.url);
    await expect(page.locator('.figures')).toContainText('60');
    const spoken = page.getByRole('main').locator('p[aria-live=polite]');
    await refresh(61);
    await expect(spoken).toHaveText('');
    await refresh(170);
    await expect(spoken).toHaveText(words.here.news('Central', 'pm25', 'high'));
    await air.site.offline(page.context());
    await refresh(170);
    await expect(page.locator('.figures')).toContainText('Delayed');
    await expect(spoken).toHaveText(words.here.news('Central', 'pm25', 'high'));
  });
});
