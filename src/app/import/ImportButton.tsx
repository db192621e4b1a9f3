import { Button } from '../ui/Button.tsx';
import { takeIn } from './entry.ts';
import { FilePicker, openPicker } from './FilePicker.tsx';

/** Drawings out of files, as sheets of their own. */
export function ImportButton() {
  return (
    <>
      <Button
        tone="quiet"
        icon="import"
        aria-keyshortcuts="Control+O"
        title="Import (Ctrl+O)"
        onClick={openPicker}
      >
        Import
      </Button>
      <FilePicker onPick={(files) => void takeIn({ files })} />
    </>
  );
}
