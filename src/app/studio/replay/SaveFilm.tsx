import { useEffect, useRef, useState } from 'preact/hooks';
import type { Replayed } from '../../../ink/replay/replay-job.ts';
import { filmOf } from '../../../ink/replay/workers.ts';
import { download } from '../../platform/download.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toasts.ts';
import { replay as words } from '../../words/en/studio/replay.ts';
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
}

/** Saves the replay as a film, with progress and a way to stop. */
export function SaveFilm({ drawing, title }: SaveFilmProps) {
  /** From 0 to 1 while one is made. */
  const [done, setDone] = useState<number>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const actions = useRef<HTMLDivElement>(null);
  const isMaking = done !== undefined;
  // The button that was pressed is gone: the focus goes to the one that took its place.
  useEffect(() => {
    if (document.activeElement === document.body) actions.current?.querySelector('button')?.focus();
  }, [isMaking]);

  const save = async (kind: Kind) => {
    const control = new AbortController();
    stop.current = control;
    const { signal } = control;
    setDone(0);
    try {
      const film = await filmOf(drawing, kind, () => yieldToMain(signal), setDone, signal);
      download(film, `${fileName(title)}.${ENDINGS[film.type] ?? 'film'}`);
      toast(saidOf(film, kind));
    } catch {
      if (!signal.aborted) toast(words.notSaved);
    }
    setDone(undefined);
  };

  if (isMaking) {
    return (
      <div class="replay-actions" ref={actions}>
        <progress aria-label={words.making} max={1} value={done} />
        <Button onClick={() => stop.current?.abort()}>{words.cancel}</Button>
      </div>
    );
  }
  return (
    <div class="replay-actions" ref={actions}>
      <Button onClick={() => void save('gif')}>{words.saveGif}</Button>
      <Button onClick={() => void save('video')}>{words.saveVideo}</Button>
    </div>
  );
}

function saidOf({ type }: Blob, asked: Kind): string {
  if (type === 'application/zip') return words.savedAsPictures;
  return type === 'image/gif' && asked === 'video' ? words.savedAsGif : words.saved;
}
