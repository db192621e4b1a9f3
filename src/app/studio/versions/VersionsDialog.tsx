import './versions.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { MINUTE } from '../../../core/air/time/time.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import { type Ink, thumbnail } from '../../../ink/index.ts';
import { onPaper } from '../../paper/on-paper.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { keys } from '../../words/en/keys.ts';
import { versions as words } from '../../words/en/studio/versions.ts';
import { dayTime, exactTime, relativeTime, timeAgo } from '../../words/format.ts';
import type { Session } from '../session/session.ts';
import { photoOf } from '../underlay/photo.ts';
import { PhotoPictures } from './photo-picture.ts';
import { type Picture, PictureQueue } from './picture-queue.ts';
import { readVersion, readVersions, type VersionEntry, type Versions } from './read-versions.ts';
import { VersionPage } from './VersionPage.tsx';

interface VersionsDialogProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
  readonly onClose: () => void;
}

/** The earlier versions of a drawing as pictures, and each of them large. */
export default function VersionsDialog({ session, ink, onClose }: VersionsDialogProps) {
  const [found, setFound] = useState<Versions | 'failed'>();
  const [pictures, setPictures] = useState<ReadonlyMap<string, Picture>>(new Map());
  const [picked, setPicked] = useState<VersionEntry>();
  /** The one that was looked at, which gets the focus back. */
  const [last, setLast] = useState<string>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    setFound(undefined);
    readVersions(session.id, stop.signal).then(
      (next) => stop.signal.aborted || setFound(next),
      () => stop.signal.aborted || setFound('failed'),
    );
    return () => stop.abort();
  }, [session, attempt]);

  const queue = useMemo(() => {
    const photos = new PhotoPictures((sha256) => photoOf(session).find(sha256));
    return new PictureQueue(
      (id, stop) => paint(session.id, id, photos, stop),
      (id, picture) => setPictures((all) => new Map(all).set(id, picture)),
    );
  }, [session]);
  useEffect(() => () => queue.close(), [queue]);

  return (
    <Dialog title={words.title} onClose={onClose}>
      <IconButton icon="close" label={words.close} hint={keys.Escape} onClick={onClose} />
      <div class="versions">
        {picked ? (
          <VersionPage
            session={session}
            ink={ink}
            entry={picked}
            isTwin={typeof found === 'object' && sharesMinute(picked, found.versions)}
            onBack={() => setPicked(undefined)}
            onClose={onClose}
          />
        ) : found === undefined ? (
          <p class="soft" role="status">
            {words.loading}
          </p>
        ) : found === 'failed' ? (
          <div class="versions-none" role="alert">
            <p>{words.failed}</p>
            <Button
              onClick={({ currentTarget }) => {
                // The button goes; the focus stays in the dialog.
                currentTarget.closest('dialog')?.querySelector('button')?.focus();
                setAttempt(attempt + 1);
              }}
            >
              {words.retry}
            </Button>
          </div>
        ) : (
          <Strip
            found={found}
            pictures={pictures}
            queue={queue}
            last={last}
            onPick={(entry) => {
              setLast(entry.id);
              setPicked(entry);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

async function paint(
  drawing: string,
  id: string,
  photos: PhotoPictures,
  stop: AbortSignal,
): Promise<Picture> {
  const version = await readVersion(drawing, id, stop);
  if (!version) return 'gone';
  const url = await thumbnail(version.strokes, version.layers, () => stop.throwIfAborted());
  return url === undefined ? 'failed' : { url, under: await photos.under(version) };
}

interface StripProps {
  readonly found: Versions;
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly queue: PictureQueue;
  readonly last: string | undefined;
  readonly onPick: (entry: VersionEntry) => void;
}

function Strip({ found, pictures, queue, last, onPick }: StripProps) {
  const list = useRef<HTMLUListElement>(null);
  const { versions, leftOutAt, gaveWayAt, bytes, bytesMax } = found;
  useEffect(() => {
    const seen = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        const { version } = (target as HTMLElement).dataset;
        if (version === undefined) continue;
        if (isIntersecting) queue.want(version);
        else queue.leave(version);
      }
    });
    for (const item of list.current?.children ?? []) seen.observe(item);
    return () => seen.disconnect();
  }, [queue, versions]);
  useEffect(() => {
    if (last === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-version="${CSS.escape(last)}"] button`)?.focus();
  }, []);
  const now = Date.now();
  return (
    <>
      {leftOutAt && <p class="small">{words.leftOut(relativeTime(leftOutAt, now))}</p>}
      {versions.length === 0 ? (
        <div class="versions-none">
          <p>{gaveWayAt ? words.noneLeft : words.empty}</p>
          <p class="soft">{gaveWayAt ? words.noneLeftText(relativeTime(gaveWayAt, now)) : words.emptyText}</p>
        </div>
      ) : (
        <>
          <ul class="versions-strip" ref={list} style={{ '--count': versions.length }}>
            {versions.map((entry) => (
              <li key={entry.id} data-version={entry.id}>
                <button type="button" class="version" onClick={() => onPick(entry)}>
                  <span class="version-picture" {...onPaper(entry.paper ?? WHITE)}>
                    <Look picture={pictures.get(entry.id)} />
                  </span>
                  <time dateTime={entry.updatedAt} title={exactTime(entry.updatedAt)}>
                    {dayTime(entry.updatedAt, now, sharesMinute(entry, versions))}
                  </time>
                  <span class="small soft">
                    {words.ageAndStrokes(timeAgo(entry.updatedAt, now), words.strokes(entry.strokeCount))}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {gaveWayAt && <p class="small">{words.gaveWay(relativeTime(gaveWayAt, now))}</p>}
          <p class="small soft">{words.room(bytes, bytesMax)}</p>
        </>
      )}
    </>
  );
}

/** True if two have the same time in minutes, which seconds tell apart. */
function sharesMinute({ updatedAt }: VersionEntry, all: readonly VersionEntry[]): boolean {
  const minute = (at: string) => Math.floor(Date.parse(at) / MINUTE);
  return all.filter((one) => minute(one.updatedAt) === minute(updatedAt)).length > 1;
}

function Look({ picture }: { readonly picture: Picture | undefined }) {
  if (picture === undefined) return <span class="version-waits" />;
  if (picture === 'gone') return <span class="small">{words.gone}</span>;
  if (picture === 'failed') return <span class="small">{words.noPicture}</span>;
  if (picture.url === '') return null;
  return (
    <>
      {picture.under && <img src={picture.under} alt="" draggable={false} />}
      <img src={picture.url} alt="" draggable={false} />
    </>
  );
}
