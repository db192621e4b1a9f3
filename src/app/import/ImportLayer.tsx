import './import.css';
import { useEffect, useState } from 'preact/hooks';
import { sendTrash } from '../gallery/list/changes.ts';
import { drawingAddress, navigate, route } from '../router.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TOAST_MS, toast } from '../ui/toasts.ts';
import { imports as words } from '../words/en/import.ts';
import { shell } from '../words/en/shell.ts';
import { problemWords } from '../words/problems.ts';
import { RichText } from '../words/RichText.tsx';
import { dragging } from './entry.ts';
import { cancelImport, type Outcome, outcomes, running } from './run-import.ts';

/** The import on the page: the drop hint, the progress, and the results. */
export default function ImportLayer() {
  return (
    <>
      {dragging.value && <DropHere />}
      <div class="import-news" aria-live="polite">
        {running.value && <Progress {...running.value} />}
        {!running.value && outcomes.value.length > 0 && <Outcomes all={outcomes.value} />}
      </div>
    </>
  );
}

function DropHere() {
  const onDrawing = route.value.view === 'studio';
  return (
    <div class="drop-here">
      <p>
        <Icon name="import" />
        {onDrawing ? words.dropOnto : words.drop}
      </p>
    </div>
  );
}

function Progress({ name, doing, done }: NonNullable<typeof running.value>) {
  return (
    <section class="import-card" aria-label={words.region}>
      <p id="import-doing">
        <RichText
          text={words[doing]}
          marks={{
            file: () => (
              <b class="file-name" dir="auto">
                {name}
              </b>
            ),
          }}
        />
      </p>
      <progress aria-labelledby="import-doing" max={1} value={done} />
      <Button onClick={cancelImport}>{words.cancel}</Button>
    </section>
  );
}

function forget(): void {
  outcomes.value = [];
}

function Outcomes({ all }: { readonly all: readonly Outcome[] }) {
  const isFine = all.every(({ ok, leftOut }) => ok && leftOut === '');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // Only a complete success disappears by itself.
    if (!isFine || held) return;
    const timer = setTimeout(forget, TOAST_MS);
    return () => clearTimeout(timer);
  }, [isFine, held, all]);
  const ids = all.flatMap((one) => one.ids);
  const [only] = ids;
  const undo = all.length === 1 ? all[0]?.undo : undefined;
  const dismiss = (run?: () => void) => {
    // The button disappears, so the focus moves to the view.
    document.getElementById('main')?.focus({ preventScroll: true });
    forget();
    run?.();
  };
  const opens = ids.length === 1 && only !== undefined && route.value.view !== 'studio';
  const takesBack = undo?.possible() ? undo.run : ids.length > 0 && (() => void takeBack(ids));
  return (
    <section
      class="import-card done"
      aria-label={words.region}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <ul class="import-outcomes">
        {all.map(({ key, name, ok, words: said, leftOut }) => (
          <li key={key} class={ok ? '' : 'refused'}>
            <Icon name={ok ? 'check' : 'warning'} />
            <div>
              <b class="file-name" dir="auto">
                {name}
              </b>
              <p>{said}</p>
              {leftOut && <p class="soft">{leftOut}</p>}
            </div>
          </li>
        ))}
      </ul>
      {(opens || takesBack) && (
        <div class="import-actions">
          {opens && (
            <Button tone="quiet" onClick={() => dismiss(() => navigate(drawingAddress(only)))}>
              {words.open}
            </Button>
          )}
          {takesBack && (
            <Button tone="quiet" onClick={() => dismiss(takesBack)}>
              {words.undo}
            </Button>
          )}
        </div>
      )}
      <IconButton icon="close" label={shell.dismiss} onClick={() => dismiss()} />
    </section>
  );
}

/** Undoes an import: the new drawings go to the trash, where they can still be restored. */
async function takeBack(ids: readonly string[]): Promise<void> {
  if (route.value.view === 'studio') navigate('/');
  try {
    for (const id of ids) await sendTrash(id);
    toast(words.taken(ids.length));
  } catch (error) {
    toast(`${words.notTaken} ${problemWords(error)}`);
  }
}
