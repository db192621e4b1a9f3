import './sky.css';
import { useEffect } from 'preact/hooks';
import { IconButton } from '../ui/Button.tsx';
import { sky as words } from '../words/en/air/sky.ts';
import { shell } from '../words/en/shell.ts';
import { dismiss, heard, isDismissed } from './dismissed.ts';
import { indoorWords } from './indoors.ts';
import { PlanSentence } from './PlanSentence.tsx';
import { isIndoors, planNow, usePlan } from './plan-now.ts';

/** A strike nearer than this is news, whatever was dismissed, km. */
const CLOSE_KM = 3;

export interface PlanNoteProps {
  readonly inStudio?: boolean;
}

/**
 * The sentence outside of its page: under the head of the gallery, and beside the canvas, where it can be dismissed.
 * Loaded later, since nothing waits for it.
 */
export default function PlanNoteView({ inStudio = false }: PlanNoteProps) {
  usePlan();
  const now = planNow.value;
  const indoors = isIndoors.value;
  useEffect(() => {
    indoorWords.value = indoors ? words.invitationIndoors : '';
  }, [indoors]);
  const { plan } = now?.line ?? {};
  const key =
    plan &&
    [
      plan.what,
      'band' in plan && plan.band,
      'kind' in plan && plan.kind,
      'airUnknown' in plan,
      // A strike beside somebody is not the one that was dismissed.
      plan.what === 'shelter' && plan.km < CLOSE_KM,
    ].join(' ');
  useEffect(() => {
    if (key) heard(key);
  }, [key]);
  if (now === undefined || (inStudio && key && isDismissed(key))) return null;
  return (
    <div class={`plan-note ${inStudio ? 'in-studio' : 'in-gallery'} ${now.tone}`}>
      <PlanSentence {...now} />
      {inStudio && key && <IconButton icon="close" label={shell.dismiss} onClick={() => dismiss(key)} />}
    </div>
  );
}
