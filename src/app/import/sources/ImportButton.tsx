import { Button } from '../../ui/Button.tsx';
import { keys } from '../../words/en/keys.ts';
import { shell } from '../../words/en/shell.ts';
import { importFiles } from '../entry.ts';
import { FilePicker, openPicker } from './FilePicker.tsx';

/** The button that imports files as new drawings. */
export function ImportButton() {
  return (
    <>
      <Button
        tone="quiet"
        icon="import"
        aria-keyshortcuts="Control+O"
        title={shell.withKey(shell.import, `${keys.Ctrl}+O`)}
        onClick={openPicker}
      >
        {shell.import}
      </Button>
      <FilePicker onPick={(files) => void importFiles({ files })} />
    </>
  );
}
