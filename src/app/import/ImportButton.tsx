import { useRef } from 'preact/hooks';
import { Button } from '../ui/Button.tsx';
import { ACCEPT, takeIn } from './entry.ts';

/** The picker that the button and Ctrl+O open. */
export const PICKER_ID = 'import-picker';

/** Drawings out of files, as sheets of their own. */
export function ImportButton() {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // Emptied, so that the same file can be picked again.
    input.value = '';
    void takeIn({ files });
  };
  return (
    <>
      <Button
        tone="quiet"
        icon="import"
        aria-keyshortcuts="Control+O"
        title="Import (Ctrl+O)"
        onClick={() => picker.current?.click()}
      >
        Import
      </Button>
      <input
        ref={picker}
        id={PICKER_ID}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label="Files to import"
        onChange={(event) => pick(event.currentTarget)}
      />
    </>
  );
}
