import { useEffect, useRef } from 'preact/hooks';
import { TITLE_MAX } from '../../../core/drawing/limits.ts';
import { drawings } from '../../words/en/drawings.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { focusCanvas } from '../controls/focus-canvas.ts';
import type { Session } from '../session/session.ts';

/** Id of the field. */
export const TITLE_ID = 'drawing-title';

/** Characters that the field has room for also while it is empty. */
const TITLE_LEAST = 28;

/** The text as a valid title: at most 200 code points, no lone surrogates. */
function acceptable(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '');
  return [...whole].slice(0, TITLE_MAX).join('');
}

/** The title of the drawing, which can be edited in place. */
export function TitleField({ session }: { readonly session: Session }) {
  const field = useRef<HTMLInputElement>(null);
  const title = session.title.value;
  const isOpening = session.phase.value.kind === 'opening';
  // Only the gallery's list may know it before the drawing is read.
  const placeholder =
    (isOpening && (session.listed ? session.listed.title : words.titleComes)) || drawings.untitled;

  useEffect(() => {
    // A title from elsewhere does not replace what is being typed.
    if (field.current && document.activeElement !== field.current) field.current.value = title;
  }, [title]);

  useEffect(() => () => session.typedTitle.settle(), [session]);

  return (
    <input
      ref={field}
      id={TITLE_ID}
      class="title-field"
      // As wide as its text where there is room.
      size={Math.max(TITLE_LEAST, [...title].length)}
      aria-label={words.title}
      placeholder={placeholder}
      autocomplete="off"
      enterkeyhint="done"
      spellcheck={false}
      onInput={(event) => {
        const { value } = event.currentTarget;
        const kept = acceptable(value);
        if (kept !== value) event.currentTarget.value = kept;
        session.typedTitle.type(kept.trim());
      }}
      onBlur={(event) => {
        session.typedTitle.settle();
        event.currentTarget.value = session.title.value;
        event.currentTarget.scrollLeft = 0;
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === 'Escape') {
          session.typedTitle.type(undefined);
          event.currentTarget.value = session.title.value;
        }
        // It takes what is typed when it loses the focus.
        if (event.key === 'Escape' || event.key === 'Enter') focusCanvas();
      }}
    />
  );
}
