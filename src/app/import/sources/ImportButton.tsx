import { ariaKeys } from '../../keys/chords.ts';
import { Button } from '../../ui/Button.tsx';
import { keys } from '../../words/en/keys.ts';
import { shell } from '../../words/en/shell.ts';
import { importFiles } from '../entry.ts';
import { FilePicker, IMPORT_CHORD, openPicker } from './FilePicker.tsx';

/** The button that imports files as new drawings. */
export function ImportButton() {
  return (
    <>
      <Button
        tone="quiet"
        icon="import"
        aria-keyshortcuts={ariaKeys([IMPORT_CHORD])}
        title={shell.withKey(shell.import, `${keys.Ctrl}+O`)}
        onClick={openPicker}
      >
        {shell.import}
      </Button>
      <FilePicker onPick={(files) => void importFiles({ files })} />
    </>
  );
}
