import { useEffect, useRef, useState } from 'preact/hooks';
import { GIF_SIDE, sidesOf } from '../../../ink/replay/frame.ts';
import type { Replayed } from '../../../ink/replay/replay-job.ts';
import { type Film, filmOf, makesVideos, VIDEO_SCRIPT } from '../../../ink/replay/workers.ts';
import { download } from '../../platform/download.ts';
import { online } from '../../platform/online.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { Button } from '../../ui/Button.tsx';
import { replay as words } from '../../words/en/studio/replay.ts';
import { percent } from '../../words/format.ts';
import { fileName } from '../export/export.ts';

type Kind = 'video' | 'gif';

const ENDINGS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'image/gif': 'gif',
  'application/zip': 'zip',
};

interface SaveFilmProps {
  readonly drawing: Replayed;
  readonly title: string;
  /** Of the picture that is played, px: a video has the same. */
  readonly width: number;
  readonly height: number;
}

/** Saves the replay as a film, with progress and a way to stop. */
export function SaveFilm({ drawing, title, width, height }: SaveFilmProps) {
  /** From 0 to 1 while one is made. */
  const [done, setDone] = useState<number>();
  /** What became of the last one, said beside its button: a message over the dialog would cover that. */
  const [said, setSaid] = useState<string>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const actions = useRef<HTMLDivElement>(null);
  const isMaking = done !== undefined;
  const isScriptHere = useVideoScript(isMaking);
  /** The film that was asked for last. */
  const asked = useRef<Kind>('gif');
  // The button that was pressed is gone: the focus goes to the one that took its place, and back. Their keys keep them
  // apart: an element that one took over from another would keep the focus.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const button = (which: string) => actions.current?.querySelector<HTMLElement>(`button${which}`);
    (button(`[data-film="${asked.current}"]`) ?? button(''))?.focus();
  }, [isMaking]);

  const save = async (kind: Kind) => {
    const control = new AbortController();
    stop.current = control;
    asked.current = kind;
    const { signal } = control;
    setDone(0);
    setSaid(undefined);
    try {
      const film = await filmOf(drawing, kind, () => yieldToMain(signal), setDone, signal);
      download(film.file, `${fileName(title)}.${ENDINGS[film.file.type] ?? 'film'}`);
      setSaid(saidOf(film, kind));
    } catch {
      if (!signal.aborted) setSaid(words.notSaved);
    }
    setDone(undefined);
  };

  const gif = sidesOf(width >= height, GIF_SIDE);
  const sizes = makesVideos()
    ? words.sizes([width, height], [gif.width, gif.height])
    : words.gifSize(gif.width, gif.height);
  const isVideoOut = makesVideos() && !online.value && isScriptHere === false;
  return (
    <div class="replay-actions" ref={actions}>
      {isVideoOut && !isMaking && (
        <p class="small soft" id="replay-no-video">
          {words.videoNeedsNetwork}
        </p>
      )}
      <p class={said ? 'small' : 'small soft'} id="replay-sizes" role="status">
        {isMaking ? words.making : (said ?? sizes)}
        {/* Nobody wants each percent read out: the bar has them. */}
        {isMaking && <span aria-hidden="true"> {percent(done)}</span>}
      </p>
      {isMaking ? (
        <>
          <progress aria-label={words.making} max={1} value={done} />
          <Button key="cancel" onClick={() => stop.current?.abort()}>
            {words.cancel}
          </Button>
        </>
      ) : (
        <>
          <Button key="gif" onClick={() => void save('gif')} data-film="gif" aria-describedby="replay-sizes">
            {words.saveGif}
          </Button>
          <Button
            key="video"
            onClick={() => void save('video')}
            data-film="video"
            disabled={isVideoOut}
            aria-describedby={isVideoOut ? 'replay-no-video' : 'replay-sizes'}
          >
            {words.saveVideo}
          </Button>
        </>
      )}
    </div>
  );
}

/** True if the device has the script that makes videos, so that it can without a network; undefined until that is known. */
function useVideoScript(isMaking: boolean): boolean | undefined {
  const [isHere, setHere] = useState<boolean>();
  // Making a video may have brought it.
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const found = 'caches' in globalThis && (await caches.match(VIDEO_SCRIPT, { ignoreVary: true }));
      if (isCurrent) setHere(Boolean(found));
    };
    look().catch(() => {
      // A browser that keeps nothing has not kept it either.
      if (isCurrent) setHere(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [isMaking]);
  return isHere;
}

function saidOf({ file: { type }, lacksScript }: Film, asked: Kind): string {
  if (type === 'application/zip')
    return lacksScript ? words.savedAsPicturesWithoutScript : words.savedAsPictures;
  if (type !== 'image/gif' || asked === 'gif') return words.saved;
  return lacksScript ? words.savedWithoutScript : words.savedAsGif;
}
