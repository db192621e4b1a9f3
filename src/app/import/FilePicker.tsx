import { shell } from '../words/en/shell.ts';
import { ACCEPT } from './entry.ts';

const ID = 'import-picker';

/** Opens the picker of the view. False when it has none. */
export function openPicker(): boolean {
  const picker = document.getElementById(ID);
  picker?.click();
  return picker !== null;
}

/** The picker that a button and Ctrl+O open; nothing of it is seen in the page. */
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
        // Emptied, so that the same file can be picked again.
        currentTarget.value = '';
        onPick(files);
      }}
    />
  );
}
