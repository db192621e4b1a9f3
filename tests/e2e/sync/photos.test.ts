/** Photos to draw from on two devices: only where a person says so on both. */
import { photo as words } from '../../../src/app/words/en/studio/photo.ts';
import { photoSync } from '../../../src/app/words/en/sync/photos.ts';
import { expect, test } from '../support/site.ts';
import {
  choosePhoto,
  jpeg,
  keptPhoto,
  madePhoto,
  openPhotoPanel,
  photoOnPaper,
} from '../support/studio/photos.ts';
import { drawingId, newDrawing, openDrawing } from '../support/studio/studio.ts';
import { onServer, openSynced, settle } from '../support/sync.ts';

test('underlay: a photo stays on its device until both devices keep photos on the server', async ({
  browser,
  server,
}) => {
  test.slow();
  await using phone = await openSynced(browser, server);
  await using desk = await openSynced(browser, server);
  const photosSent = () => phone.site.asked.filter((line) => /^PUT .*\/underlay/.test(line)).length;
  await newDrawing(phone.page);
  const panel = await openPhotoPanel(phone.page);
  await expect(panel).toContainText(words.about);
  await choosePhoto(phone.page, jpeg(await madePhoto(phone.page)));
  await expect(photoOnPaper(phone.page)).toBeVisible();
  const id = await drawingId(phone.page);
  await settle(phone, desk);
  await expect.poll(async () => (await onServer(server, id)).underlay).toBeTruthy();
  expect(photosSent()).toBe(0);

  await openDrawing(desk.page, desk.site.url, id);
  const notice = desk.page.getByRole('region', { name: words.missing.elsewhere });
  await notice.getByRole('button', { name: words.getIt, exact: true }).click();
  const here = desk.page.getByRole('switch', { name: photoSync.keep });
  await expect(here).not.toBeChecked();

  await phone.page.goto(`${phone.site.url}/settings`);
  await expect(phone.page.getByText(photoSync.off)).toBeVisible();
  await phone.page.getByRole('switch', { name: photoSync.keep }).click();
  await expect(phone.page.getByText(photoSync.on(new URL(phone.site.url).host))).toBeVisible();
  await expect.poll(photosSent).toBe(1);
  expect((await keptPhoto(desk.page, id)).status).toBe(404);

  await here.click();
  await expect(photoOnPaper(desk.page)).toHaveClass(/seen/);
  expect((await keptPhoto(desk.page, id)).bytes).toEqual((await keptPhoto(phone.page, id)).bytes);
  await expect(desk.page.getByRole('button', { name: words.remove, exact: true })).toBeVisible();
  await expect(here).toHaveCount(0);
});
