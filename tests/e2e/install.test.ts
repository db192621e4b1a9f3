import assert from 'node:assert/strict';
import { test } from './support/site.ts';

test.describe('worker: installing', () => {
  test('Chromium finds nothing that keeps the app from being installed', async ({ app }) => {
    const session = await app.context().newCDPSession(app);
    const { errors, url, data } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    assert.match(url, /manifest/);
    const manifest: Record<string, unknown> = JSON.parse(data ?? '{}');
    for (const member of [
      'id',
      'name',
      'icons',
      'screenshots',
      'shortcuts',
      'theme_color',
      'launch_handler',
    ]) {
      assert.ok(member in manifest, `the manifest has ${member}`);
    }
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A private window, as tests have, is the one thing that Chromium may name.
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
      [],
    );
  });

  test('in a window that is kept there is nothing to name at all', async ({ profile, site }) => {
    const page = await (await profile.open()).newPage();
    await page.goto(`${site.url}/`);
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors, []);
  });
});
