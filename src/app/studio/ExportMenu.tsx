import { useId } from 'preact/hooks';
import { toast } from '../ui/toasts.ts';
import { exportJson, exportPicture } from './export.ts';
import { closePanel, openPanel, togglePanel } from './panels.ts';
import { StudioIcon } from './StudioIcon.tsx';
import type { Session } from './session.ts';

/** Takes the drawing out of the app, as a file. */
export function ExportMenu({ session }: { readonly session: Session }) {
  const id = useId();
  const open = openPanel.value === 'export';
  const run = async (make: (session: Session) => Promise<boolean> | boolean) => {
    closePanel();
    const done = await make(session);
    if (!done) toast('There is nothing to export yet: draw something first.');
  };
  return (
    <div class="export" data-panel="export">
      <button
        type="button"
        class="export-button"
        aria-label="Export"
        aria-expanded={open}
        aria-controls={id}
        data-tip="Export"
        onClick={() => togglePanel('export')}
      >
        <StudioIcon name="export" />
        <span class="wide-only">Export</span>
      </button>
      <div id={id} class={open ? 'menu open' : 'menu'}>
        <button type="button" class="menu-item" onClick={() => void run(exportPicture)}>
          <StudioIcon name="picture" />
          <span>
            Picture
            <span class="small soft">PNG, on its paper</span>
          </span>
        </button>
        <button type="button" class="menu-item" onClick={() => void run(exportJson)}>
          <StudioIcon name="braces" />
          <span>
            Drawing
            <span class="small soft">JSON, every stroke</span>
          </span>
        </button>
      </div>
    </div>
  );
}
