import { chooseNewPaper, NEW_PAPERS, newPaper } from '../paper/new-paper.ts';
import { leftHanded } from '../studio/tool-settings/hand-side.ts';
import { fingersDraw, penSeen } from '../studio/tool-settings/tool-settings.ts';
import { canKeepScreenOn, keepsScreenOn } from '../studio/viewport/wake-lock.ts';
import { chooseSun, sunMode } from '../theme/sun-mode.ts';
import { Check, Select } from '../ui/Field.tsx';
import { settings as words } from '../words/en/settings.ts';
import { papers } from '../words/en/studio/papers.ts';

/** The paper of new drawings, and the switches for bright light, the screen, fingers and the left hand. */
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
      <Check label={words.sun} on={sunMode.value} onPick={chooseSun} />
      <p class="small soft">{words.sunNote}</p>
      <Check
        label={words.screenOn}
        on={keepsScreenOn.value}
        onPick={(on) => {
          keepsScreenOn.value = on;
        }}
      />
      <p class="small soft">{canKeepScreenOn() ? words.screenOnNote : words.noScreenOn}</p>
      <Check
        label={words.fingers}
        on={fingersDraw.value}
        onPick={(on) => {
          fingersDraw.value = on;
        }}
      />
      <p class="small soft">{penSeen.value ? words.fingersOff : words.fingersLater}</p>
      <Check
        label={words.leftHanded}
        on={leftHanded.value}
        onPick={(on) => {
          leftHanded.value = on;
        }}
      />
      <p class="small soft">{words.leftHandedNote}</p>
    </>
  );
}
