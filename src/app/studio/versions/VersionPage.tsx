import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Underlay } from '../../../core/drawing/types.ts';
import { photoBounds } from '../../../ink/formats/photo-under.ts';
import { type Bounds, type Ink, strokesBounds, thumbnail } from '../../../ink/index.ts';
import { writeCopy } from '../../gallery/actions/duplicate.ts';
import { titleWords } from '../../gallery/list/arrange.ts';
import { sendTrash } from '../../gallery/list/changes.ts';
import { onPaper } from '../../paper/on-paper.ts';
import { newId } from '../../platform/new-id.ts';
import { drawingAddress, navigate } from '../../router.ts';
import { ReadOnlyPaper } from '../../shared/ReadOnlyPaper.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toasts.ts';
import { versions as words } from '../../words/en/studio/versions.ts';
import { dayTime, exactTime, relativeTime } from '../../words/format.ts';
import { drawingsApi } from '../document/drawings-port.ts';
import { takeBackStep } from '../layers/take-back.ts';
import { changeLayers } from '../session/change-layers.ts';
import type { Session } from '../session/session.ts';
import { toastOf, toastWithUndo } from '../session/toast-with-undo.ts';
import { photoOf } from '../underlay/photo.ts';
import { keepPhoto } from '../underlay/photo-port.ts';
import { coveredEdges } from '../viewport/covered.ts';
import { visiblePaper } from '../viewport/visible-paper.ts';
import { readVersion, type Version, type VersionEntry } from './read-versions.ts';
import { VersionPhoto } from './VersionPhoto.tsx';

interface VersionPageProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
  readonly entry: VersionEntry;
  /** True if another version is of the same minute: then seconds tell them apart, as in the list. */
  readonly isTwin: boolean;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** A photo of this device that lies under a version. */
interface Under {
  readonly photo: Blob;
  readonly underlay: Underlay;
  readonly bounds: Bounds;
}

/** One version, large, and what can be done with it. */
export function VersionPage({ session, ink, entry, isTwin, onBack, onClose }: VersionPageProps) {
  const [read, setRead] = useState<Version | 'gone' | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  const [under, setUnder] = useState<Under>();
  const [copying, setCopying] = useState<'now' | 'failed'>();
  const back = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => back.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    const stop = new AbortController();
    setRead(undefined);
    readVersion(session.id, entry.id, stop.signal).then(
      (version) => stop.signal.aborted || setRead(version ?? 'gone'),
      () => stop.signal.aborted || setRead('failed'),
    );
    return () => stop.abort();
  }, [session, entry, attempt]);
  const version = typeof read === 'object' ? read : undefined;
  useEffect(() => {
    let isOver = false;
    setUnder(undefined);
    const underlay = version?.underlay;
    const show = (photo: Blob | undefined) =>
      isOver || !photo || !underlay || setUnder({ photo, underlay, bounds: photoBounds(underlay) });
    // Without its photo, a version shows its ink.
    if (underlay?.visible)
      photoOf(session)
        .find(underlay.sha256)
        .then(show, () => {});
    return () => {
      isOver = true;
    };
  }, [session, version]);
  const count = words.strokes(entry.strokeCount);
  const isRenamed = entry.title !== session.title.value;
  const photoNow = session.underlay.value;
  const isOtherPhoto = version && version.underlay?.sha256 !== photoNow?.sha256;
  const leaves = [
    isRenamed && words.stays(titleWords(entry.title)),
    isOtherPhoto && (photoNow ? words.photoStays : words.photoAway),
  ].filter(Boolean);

  const takeBack = () => {
    if (!version) return;
    onClose();
    changeLayers(
      session,
      (now) => {
        const step = takeBackStep({ ...now, paper: session.paper.value }, version);
        if (!step) toastOf(session, words.same);
        return step;
      },
      () => {
        bringInSight(ink(), version);
        toastWithUndo(session, words.takenBack);
      },
    );
  };
  const copy = async () => {
    if (!version) return;
    setCopying('now');
    const id = newId();
    let there = false;
    try {
      const thumb = (await thumbnail(version.strokes, version.layers)) ?? '';
      // A version says which photo lay where, and has no copy of it.
      const { underlay, ...source } = version;
      const photo = underlay && (await photoOf(session).find(underlay.sha256));
      const placed = photo ? { ...source, underlay } : source;
      await writeCopy(drawingsApi, { ...placed, thumb }, id, () => {
        there = true;
      });
      const isKept = photo && (await keepPhoto(id, photo).catch(() => false));
      onClose();
      const said = !underlay || isKept ? words.copied : photo ? words.photoFailed : words.noPhoto;
      toast(said, { label: words.open, run: () => navigate(drawingAddress(id)) });
    } catch {
      if (there) await sendTrash(id).catch(() => undefined);
      setCopying('failed');
    }
  };

  const isOff = !version || copying === 'now' || session.phase.value.kind !== 'open';
  return (
    <>
      <div class="version-head" ref={back}>
        <Button tone="quiet" icon="back" onClick={onBack}>
          {words.back}
        </Button>
        <p>
          <time dateTime={entry.updatedAt}>
            {isTwin ? dayTime(entry.updatedAt, Date.now(), true) : exactTime(entry.updatedAt)}
          </time>
          <span class="small soft">{count}</span>
        </p>
      </div>
      <div
        class="read-only-paper version-large"
        {...onPaper(entry.paper ?? WHITE)}
        aria-busy={read === undefined}
      >
        {version && (
          <ReadOnlyPaper
            strokes={version.strokes}
            layers={version.layers}
            paper={version.paper}
            under={under && ((camera) => <VersionPhoto {...under} camera={camera} />)}
            underBounds={under?.bounds}
            label={words.picture(relativeTime(entry.updatedAt, Date.now()), count)}
          />
        )}
        {read === 'gone' && (
          <p class="read-only-words" role="status">
            {words.gone}
          </p>
        )}
        {read === 'failed' && (
          <div class="version-failed" role="alert">
            <p>{words.notRead}</p>
            <Button
              onClick={() => {
                back.current?.querySelector('button')?.focus();
                setAttempt(attempt + 1);
              }}
            >
              {words.retry}
            </Button>
          </div>
        )}
      </div>
      {leaves.length > 0 && <p class="small soft">{leaves.join(' ')}</p>}
      <div class="row-end">
        <p class="small version-copying" role="status">
          {copying === 'now' ? words.copying : copying === 'failed' ? words.notCopied : ''}
        </p>
        <Button disabled={isOff} onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button tone="accent" disabled={isOff} onClick={takeBack}>
          {words.takeBack}
        </Button>
      </div>
    </>
  );
}

/** Shows a drawing whole if nothing of it is seen: whoever takes a version back looks for its strokes. */
function bringInSight(ink: Ink | undefined, { strokes }: Version): void {
  const seen = ink && visiblePaper(ink.camera);
  if (!seen || strokes.length === 0) return;
  const isSeen = strokes.some((stroke) => {
    const at = strokesBounds([stroke]);
    return at && at.minX < seen.maxX && at.maxX > seen.minX && at.minY < seen.maxY && at.maxY > seen.minY;
  });
  if (!isSeen) ink.fit(coveredEdges());
}
