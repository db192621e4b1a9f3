import { useEffect, useId } from 'preact/hooks';
import { STEP_MIN } from '../../../core/drawing/limits.ts';
import { PATTERNS, STEP, WHITE } from '../../../core/drawing/members/paper.ts';
import { papers as words } from '../../words/en/studio/papers.ts';
import { sliding } from '../guide/sliding-step.ts';
import { SliderRow } from '../marks/SliderRow.tsx';
import type { Session } from '../session/session.ts';

/** The widest that the slider offers, drawing units. Another app may have chosen more. */
const WIDEST = 128;

/** What is printed on the paper of the drawing, and how far apart its lines are. */
export function PatternChoice({ session }: { readonly session: Session }) {
  const name = useId();
  const { pattern: now, step: stored = STEP } = session.paper.value ?? WHITE;
  const step = sliding.value ?? stored;
  const take = () => {
    const next = sliding.peek();
    sliding.value = undefined;
    if (next !== undefined) session.changePaper((paper) => ({ ...paper, step: next }));
  };
  // Also where the menu closes before the slider is let go.
  useEffect(() => take, []);
  return (
    <fieldset class="paper-choice" disabled={!session.isRead}>
      <legend class="small">
        {words.pattern}
        <span class="soft">{words.patterns[now ?? 'none']}</span>
      </legend>
      <div class="paper-samples">
        {([undefined, ...PATTERNS] as const).map((pattern) => (
          <label key={pattern ?? 'none'} class="small">
            <input
              type="radio"
              name={name}
              class="laid-over"
              checked={pattern === now}
              onChange={() =>
                session.changePaper(({ pattern: _, ...plain }) => (pattern ? { ...plain, pattern } : plain))
              }
            />
            <span class="paper-sample" data-pattern={pattern} />
            <span class="unseen">{words.patterns[pattern ?? 'none']}</span>
          </label>
        ))}
      </div>
      {now && (
        <SliderRow
          label={words.step}
          least={STEP_MIN}
          most={Math.max(WIDEST, step)}
          value={step}
          words={String(step)}
          onSlide={(value) => {
            sliding.value = value;
          }}
          onLift={take}
        >
          <output>{step}</output>
        </SliderRow>
      )}
    </fieldset>
  );
}
