import { air } from '../../../src/app/words/en/air/air.ts';
import { sky as words } from '../../../src/app/words/en/air/sky.ts';
import { gallery } from '../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { ask } from '../../support/worker.ts';
import { startAirServer } from '../support/air/air-server.ts';
import { allInEitherScheme } from '../support/axe.ts';
import { expect, openApp, test } from '../support/site.ts';

test.describe('sky: above and below the air', () => {
  test('says what matters most at the chosen town, offline too, and nothing before one is chosen', async ({
    context,
    page,
  }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setWeather('storm');
    await openApp(page, airServer.server.url);
    await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
    const plan = page.getByRole('region', { name: words.title });
    const picker = page.getByRole('combobox', { name: words.town });
    await expect(plan).toContainText(words.invitation);
    await expect(page.getByText(words.thunder)).toBeHidden();
    expect(airServer.upstream.asked.filter((path) => path.includes('weather'))).toEqual([]);

    await picker.selectOption('Tuas');
    await expect(page.getByRole('radio', { name: 'West' })).toBeChecked();
    await picker.selectOption('Bishan');
    await expect(page.getByRole('radio', { name: 'Central' })).toBeChecked();
    await expect(plan).toContainText(/Take shelter: lightning [\d.]+ km away/);
    // Normal air says nothing that speaks against it. At some hours of the recorded day it is not normal.
    const { regions } = JSON.parse((await ask(page, '/api/v1/readings')).text);
    const central = regions.find(({ id }: { readonly id: string }) => id === 'central');
    const isNormal = central.pm25Presentation.label === 'Normal';
    await expect(page.getByText(isNormal ? air.warningFirst : air.nextHour.elevated)).toBeVisible();
    await expect(page.getByText(air.nextHour.normal)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: words.over('Bishan') })).toBeVisible();
    await expect(page.getByText(words.thunder)).toBeVisible();
    await expect(page.getByRole('heading', { name: words.later('Central') })).toBeVisible();
    expect((await picker.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await allInEitherScheme(page)).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await expect(picker).toHaveValue('bishan');
    await expect(plan).toContainText(/Take shelter: lightning [\d.]+ km away/);
    const sun = page.getByRole('region', { name: words.names.sun, exact: true });
    await expect(sun.getByRole('img', { name: words.sunPicture })).toBeVisible();
    await expect(sun).toContainText(/Golden hour until 7:\d\d am and from 6:\d\d pm/);
  });

  test('says in gallery, studio and on its page what bad air asks for, and invites nobody out', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('pm25', 'haze');
    await openApp(page, airServer.server.url);
    const sentence = page.getByRole('main').getByText(words.plan.air['very-high']);
    const masks = page.getByRole('link', { name: words.masks, exact: true });
    await expect(sentence).toBeVisible();
    await expect(page.locator('.empty-words')).toHaveText(words.invitationIndoors.replace('\n', ' '));
    await expect(page.locator('.rain-tree .window')).toBeVisible();
    await expect(page.locator('.rain-tree .easel')).toHaveCount(0);
    await expect(masks).toHaveAttribute('href', '/supplies');
    expect(await allInEitherScheme(page)).toEqual([]);

    await page.getByRole('button', { name: gallery.newDrawing }).click();
    await expect(sentence).toBeVisible();
    await expect(masks).toHaveAttribute('href', '/supplies');
    expect(await allInEitherScheme(page)).toEqual([]);
    await page.getByRole('button', { name: shell.dismiss }).click();
    await expect(sentence).toBeHidden();

    await page.goto(`${airServer.server.url}/air`);
    await expect(sentence).toBeVisible();
    await masks.click();
    await expect(page).toHaveURL(/\/supplies$/);
  });

  test('calls nothing dry or clear when its sources are down', async ({ page }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('sky', '500');
    await openApp(page, airServer.server.url);
    await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
    await page.getByRole('combobox', { name: words.town }).selectOption('Bishan');
    const plan = page.getByRole('region', { name: words.title });
    await expect(plan).toContainText(words.plan.unsure(['lightning', 'rain', 'forecast2h']));
    const figures = page.getByRole('region', { name: words.over('Bishan') });
    await expect(figures).toContainText(words.lightningStates.unknown);
    // By day the UV index is not known either.
    await expect(figures.getByText(new RegExp(`^(?:${words.unknown}|${words.noUv})$`))).toHaveCount(6);
    await expect(figures).not.toContainText(/mm in|°C|km\/h/);
  });
});
