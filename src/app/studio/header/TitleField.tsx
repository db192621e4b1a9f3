import { useEffect, useRef } from 'preact/hooks';
import { TITLE_MAX } from '../../../core/drawing/limits.ts';
import { drawings } from '../../words/en/drawings.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import type { Session } from '../session/session.ts';

/** ms after the last letter until the title is saved. Leaving the field saves it at once. */
const PAUSE = 700;

/** Id of the field. */
export const TITLE_ID = 'drawing-title';

/** The text as a valid title: at most 200 code points, no lone surrogates. */
function acceptable(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '');
  return [...whole].slice(0, TITLE_MAX).join('');
}

/** The title of the drawing, which can be edited in place. */
export function TitleField({ session }: { readonly session: Session }) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** True after typing that is not saved. The title may also change elsewhere while the field has the focus. */
  const typed = useRef(false);
  const title = session.title.value;

  const save = () => {
    clearTimeout(timer.current);
    if (!typed.current) return;
    typed.current = false;
    if (field.current) session.rename(acceptable(field.current.value).trim());
  };

  useEffect(() => {
    // A title from elsewhere does not replace what is being typed.
    if (field.current && document.activeElement !== field.current) field.current.value = title;
  }, [title]);

  useEffect(
    () => () => {
      if (timer.current !== undefined) save();
    },
    [session],
  );

  return (
    <input
      ref={field}
      id={TITLE_ID}
      class="title-field"
      aria-label={words.title}
      placeholder={drawings.untitled}
      autocomplete="off"
      enterkeyhint="done"
      spellcheck={false}
      onInput={(event) => {
        const { value } = event.currentTarget;
        const kept = acceptable(value);
        typed.current = true;
        if (kept !== value) event.currentTarget.value = kept;
        clearTimeout(timer.current);
        timer.current = setTimeout(save, PAUSE);
      }}
      onBlur={(event) => {
        save();
        event.currentTarget.value = session.title.value;
        event.currentTarget.scrollLeft = 0;
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === 'Escape') {
          typed.current = false;
          event.currentTarget.value = session.title.value;
        }
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
