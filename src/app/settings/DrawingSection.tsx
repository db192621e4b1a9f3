import { chooseNewPaper, NEW_PAPERS, newPaper } from '../paper/new-paper.ts';
import { leftHanded } from '../studio/tool-settings/hand-side.ts';
import { fingersDraw, penSeen } from '../studio/tool-settings/tool-settings.ts';
import { Select } from '../ui/Field.tsx';
import { settings as words } from '../words/en/settings.ts';
import { papers } from '../words/en/studio/papers.ts';

/** The paper of new drawings, and the switches for drawing with fingers and with the left hand. */
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
      <label class="setting-check">
        <input
          type="checkbox"
          role="switch"
          checked={leftHanded.value}
          aria-checked={leftHanded.value}
          onChange={({ currentTarget }) => {
            leftHanded.value = currentTarget.checked;
          }}
        />
        {words.leftHanded}
      </label>
      <p class="small soft">{words.leftHandedNote}</p>
    </>
  );
}
