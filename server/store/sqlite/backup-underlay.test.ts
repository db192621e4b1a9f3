import { expect, test } from 'vitest';
import { testFolder } from '../../../tests/store/folder.ts';
import { row } from '../../../tests/store/samples.ts';
import { photoNo, placed, sha256 } from '../../../tests/support/underlay/photos.ts';
import { backupTo, restoreFrom } from './backup.ts';
import { sqliteStore } from './sqlite.ts';

const folder = testFolder();

test('store: a backup has the photo of an underlay, and brings it back', async () => {
  const [file, backup] = [folder.file('pleinair.db'), folder.file('backup.db')];
  const photo = photoNo(1, 900_000);
  const [digest, other] = [sha256(photo), photoNo(2)];
  const one = row(1, { underlay: placed(digest) });
  const type = 'image/jpeg';
  const store = sqliteStore({ file });
  await store.write(async (tx) => {
    await tx.putDrawing(one);
    await tx.putPhoto({ drawing: one.id, sha256: digest, type, size: photo.length }, photo);
  });
  backupTo(file, backup);
  await store.write(async (tx) => {
    await tx.deletePhoto(one.id, digest);
    await tx.putPhoto({ drawing: one.id, sha256: sha256(other), type, size: other.length }, other);
  });
  await store.close();
  restoreFrom(backup, file);
  const restored = sqliteStore({ file });
  const [photos, bytes, found] = await restored.read((tx) =>
    Promise.all([tx.photos(one.id), tx.photoBytes(one.id, digest, 0, 1e9), tx.drawing(one.id)]),
  );
  await restored.close();
  expect(photos).toEqual([{ drawing: one.id, sha256: digest, type, size: photo.length }]);
  expect(bytes).toEqual(photo);
  expect(found?.underlay).toEqual(one.underlay);
});
