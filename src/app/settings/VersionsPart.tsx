import { useEffect, useState } from 'preact/hooks';
import { SPACE_VERSIONS_SIZE_MAX } from '../../core/drawing/versions.ts';
import { api } from '../client/client.ts';
import { readVersions } from '../studio/versions/read-versions.ts';
import { settings as words } from '../words/en/settings.ts';
import { limitSize, size } from '../words/format.ts';

/** What the earlier versions of all drawings take on this device, and how they are bounded. */
export function VersionsPart() {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    const stop = new AbortController();
    readBytes(stop.signal).then(
      (found) => stop.signal.aborted || setBytes(found),
      // The rest of the words holds without a figure.
      () => {},
    );
    return () => stop.abort();
  }, []);
  const most = limitSize(SPACE_VERSIONS_SIZE_MAX);
  return (
    <p>
      {words.versions}{' '}
      {bytes === undefined ? words.versionsMost(most) : words.versionsTake(size(bytes), most)}
    </p>
  );
}

/** Bytes that all versions take; undefined without a drawing. The list of any drawing tells them. */
async function readBytes(stop: AbortSignal): Promise<number | undefined> {
  for (const trashed of ['false', 'true'] as const) {
    const query = { limit: 1, trashed };
    const { data } = await api.GET('/api/v1/drawings', { params: { query }, signal: stop });
    const entry = data?.drawings[0];
    if (entry !== undefined) return (await readVersions(entry.id, stop)).bytes;
  }
  return undefined;
}
