import { shell } from '../../words/en/shell.ts';
import { ACCEPT } from '../entry.ts';

const ID = 'import-picker';
/** Opens the file picker. */
export const IMPORT_CHORD = 'Ctrl+O';

/** Opens the file picker of the current view. Returns false if it has none. */
export function openPicker(): boolean {
  const picker = document.getElementById(ID);
  picker?.click();
  return picker !== null;
}

/** The hidden file input that a button and Ctrl+O open. */
export function FilePicker({ onPick }: { readonly onPick: (files: readonly File[]) => void }) {
  return (
    <input
      id={ID}
      type="file"
      multiple
      hidden
      accept={ACCEPT}
      aria-label={shell.filesToImport}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Emptied, so that choosing the same file again is a change.
        currentTarget.value = '';
        onPick(files);
      }}
    />
  );
}
