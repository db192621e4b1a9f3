import { chooseNewPaper, NEW_PAPERS, newPaper } from '../paper/new-paper.ts';
import { fingersDraw, penSeen } from '../studio/tool-settings/tool-settings.ts';
import { Select } from '../ui/Field.tsx';
import { settings as words } from '../words/en/settings.ts';
import { papers } from '../words/en/studio/papers.ts';

/** The paper of new drawings, and the switch for drawing with fingers. */
export function DrawingSection() {
  return (
    <>
      <Select
        label={papers.newDrawings}
        value={newPaper.value}
        options={NEW_PAPERS.map((value) => ({
          value,
          label: value === 'theme' ? papers.likeTheme : papers.names[value],
        }))}
        onPick={chooseNewPaper}
      />
      <p class="small soft">{papers.newNote}</p>
      <label class="setting-check">
        <input
          type="checkbox"
          role="switch"
          checked={fingersDraw.value}
          aria-checked={fingersDraw.value}
          onChange={({ currentTarget }) => {
            fingersDraw.value = currentTarget.checked;
          }}
        />
        {words.fingers}
      </label>
      <p class="small soft">{penSeen.value ? words.fingersOff : words.fingersLater}</p>
    </>
  );
}
